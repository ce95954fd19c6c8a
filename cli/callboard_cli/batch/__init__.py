"""Many records at a time: lines of JSON in, as many lines of JSON out, in their order, on one processor or several."""
