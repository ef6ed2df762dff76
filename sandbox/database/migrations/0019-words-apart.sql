-- Texts of languages that set no space between words, with spaces between them, as the index wants it; null: as they are.
ALTER TABLE passages ADD COLUMN split_title TEXT;
ALTER TABLE passages ADD COLUMN split_content TEXT;
ALTER TABLE qa_pairs ADD COLUMN split_question TEXT;

DROP TRIGGER passages_inserted;
DROP TRIGGER passages_deleted;
CREATE TRIGGER passages_inserted AFTER INSERT ON passages BEGIN
	INSERT INTO passages_index (rowid, title, content)
	VALUES (new.id, coalesce(new.split_title, new.title), coalesce(new.split_content, new.content));
END;
CREATE TRIGGER passages_deleted AFTER DELETE ON passages BEGIN
	INSERT INTO passages_index (passages_index, rowid, title, content)
	VALUES ('delete', old.id, coalesce(old.split_title, old.title), coalesce(old.split_content, old.content));
END;
