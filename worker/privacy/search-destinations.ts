import { eraseOrNote, type Search, wordsOf } from './search';

/** Where leads were synced to. */
export async function searchDestinations(search: Search): Promise<void> {
	const { person, places, tell, destinations } = search;
	for (const destination of destinations.list()) {
		const { name, target } = destination;
		tell({ message: `Looking at the destination ${name}.` });
		const place = { kind: 'destination', where: name } as const;
		if (destination.countPerson === undefined || destination.erasePerson === undefined) {
			const note = `Leads are posted to ${target}, and only it knows what became of them: find and delete the person there.`;
			places.push({ ...place, count: null, state: 'elsewhere', note });
			continue;
		}
		try {
			const count = await destination.countPerson(person);
			if (count === 0) continue;
			await eraseOrNote(search, { ...place, count, note: target }, async () => destination.erasePerson?.(person));
		} catch (error) {
			places.push({ ...place, count: null, state: 'failed', note: `It could not be looked at: ${wordsOf(error)}` });
		}
	}
}
