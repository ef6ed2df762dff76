import type { SyncPage } from '../../../workflows/lead-sync/activities';
import type { Destination, Destinations } from '../../destinations';
import { type ReportBlockage, watchBlockage } from './report-blockage';
import type { DestinationTurns } from './destination-turns';
import { unknownDestination } from './failures';
import { type PageNotes, withNotes } from './page-notes';

export interface AtDestinations {
	destinations: Pick<Destinations, 'find'>;
	turns: DestinationTurns;
	report: ReportBlockage;
}

/** @throws `unknown_destination` */
export async function destinationOf(destinations: AtDestinations['destinations'], name: string): Promise<Destination> {
	const destination = await destinations.find(name);
	if (destination === null) throw unknownDestination(name);
	return destination;
}

/** Works at a destination in its turn, and watches what blocks it. @throws `unknown_destination` */
export function atDestination<Result>(
	{ destinations, turns, report }: AtDestinations,
	name: string,
	work: (destination: Destination, notes: PageNotes) => Promise<Result>,
	page?: SyncPage,
): Promise<Result> {
	const attempt = async (notes: PageNotes) => work(await destinationOf(destinations, name), notes);
	return withNotes(
		(notes) => turns.take(name, () => watchBlockage(notes, report, () => attempt(notes)), isWithinPass(page)),
		page,
		name,
	);
}

/** It reads old leads. */
export function isWithinPass(page?: SyncPage): boolean {
	return (page?.cursor?.pass ?? null) !== null;
}
