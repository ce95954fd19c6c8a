"""`callboard report`: a wrong score, or a question that failed, as a file that becomes a test."""
