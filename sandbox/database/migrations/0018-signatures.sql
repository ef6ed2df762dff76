-- The signature of mail that goes out, as it was when the mail was queued. Null: queued before this was kept, or mail that came in.
ALTER TABLE email_messages ADD COLUMN signature TEXT;
