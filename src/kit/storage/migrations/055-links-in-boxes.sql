-- Links in boxes and tabs of other tools are links for who reads the page: files on a site are given to those who see them
-- named. The index is made anew in the background; until then links are found in the texts.
truncate link_indexes, page_links;
