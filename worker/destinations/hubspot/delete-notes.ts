import { answerIn } from './answers';
import { isWholeNote } from './note-body';
import type { NotesApi } from './notes-api';

const FORBIDDEN = 403;
const GONE = 404;

/**
 * Deletes the notes of a contact that syncs have written. HubSpot deletes all notes with the contact, so a token that may
 * not read notes is enough.
 * @throws HubSpotRefusal for every other failure
 */
export async function deleteNotes(api: NotesApi, contactId: string): Promise<void> {
	try {
		const ids: string[] = [];
		for await (const notes of api.ofContact(contactId))
			ids.push(...notes.filter(({ body }) => isWholeNote(body)).map(({ id }) => id));
		for (const id of ids) await api.delete(id);
	} catch (error) {
		const status = answerIn(error)?.status;
		if (status !== FORBIDDEN && status !== GONE) throw error;
	}
}
