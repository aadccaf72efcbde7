-- Texts are found as readers see them: with placeholders, and without the marks of hints. What was indexed is indexed anew
-- when Quire starts.
truncate search_indexes cascade;
