import { ApplicationFailure } from '@temporalio/common';
import { DESTINATION_HELD } from '../../../workflows/lead-sync/activities';
import type { TaskError } from '../../../workflows/task/failure';
import { DestinationHeldError, type Destinations } from '../../destinations';
import { type ConversationTables, ErasedUnknownError } from '../../destinations/conversations';
import { holdingFailure, unknownDestination } from '../lead-sync/failures';
import { apiFailure, keyMissing } from '../task/failure';

/** The tables of a destination. @throws a failure if there is none */
export async function tablesOf(destinations: Pick<Destinations, 'find'>, name: string): Promise<ConversationTables> {
	const destination = await destinations.find(name);
	if (destination === null) throw unknownDestination(name);
	if (destination.conversations !== undefined) return destination.conversations;
	const type = DESTINATION_HELD;
	const detail = `Destination ${name} (${destination.target}) takes leads only. Make it a PostgreSQL destination again, or cancel the sync.`;
	const details: TaskError = { type, title: 'The destination takes no conversations', status: 503, detail, issues: [] };
	throw ApplicationFailure.create({ type, message: detail, details: [details] });
}

/** A failure of the service, of the destination, or of a missing key, as the sync reads it. */
export function syncFailure(error: unknown): unknown {
	if (error instanceof DestinationHeldError) return holdingFailure(error);
	if (error instanceof ErasedUnknownError) return keyMissing(error.cause);
	return keyMissing(apiFailure(error));
}
