-- Long words are found by other keys than before, a third as many. What was indexed is indexed anew when Quire starts.
truncate search_indexes cascade;
