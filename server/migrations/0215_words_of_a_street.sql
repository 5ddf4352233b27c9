-- The words of a street and those of its town, found by the index; `street_id` alone found them among those of all streets of the town.
create index on place_word (town_id, street_id);
drop index place_word_town_id_idx;
