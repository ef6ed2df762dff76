import { cancellationSignal } from '@temporalio/activity';
import type { ApiClient } from '../../api';
import type { ConnectionActivities } from '../../workflows/activities';
import type { SourceActivities } from '../../workflows/add-sources/activities';
import type { ConversationReadActivities } from '../../workflows/conversation-export/activities';
import type { ExportReadActivities } from '../../workflows/export/activities';
import type { KnowledgeActivities } from '../../workflows/knowledge-sync/activities';
import type { PersonReadActivities } from '../../workflows/persons/activities';
import type { Destinations } from '../destinations';
import type { ErasedLeads, SyncedPersons } from '../privacy';
import type { Blobs } from '../storage/blobs';
import type { Keyring } from '../temporal/keyring';
import { conversationSyncActivities } from './conversation-sync/activities';
import { emailActivities } from './email/activities';
import { leadSyncActivities } from './lead-sync/activities';
import type { DestinationTurns } from './lead-sync/destination-turns';
import { lookUpActivities } from './look-up/activities';
import { trainingActivities } from './retrain/activities';
import { sourceListActivities } from './retrain/source-lists';
import type { PollTiming } from './task/look';
import { readAgentPage } from './task/activities';
import { reportReadActivities } from './weekly-report/activities';
import { checked, offsetSchema } from './task/arguments';

/** What the activities of one connection need. */
export interface ConnectionParts {
	api: ApiClient;
	timing: PollTiming;
	destinations: Destinations;
	/** Of the whole process. */
	turns: DestinationTurns;
	blobs: Blobs;
	exports: ExportReadActivities & ConversationReadActivities;
	keyring: Keyring;
	sources: SourceActivities & KnowledgeActivities;
	persons: PersonReadActivities;
	/** Removes the leads of erased persons. */
	erased: ErasedLeads;
	/** Whose lead a sync has taken. */
	synced: SyncedPersons;
	/** See `callsPerDispatch`. */
	pagesAtOnce: () => number;
}

/**
 * The activities of one connection's queue. A dispatch makes one call, or those that it was weighed for. The client
 * ends an attempt that needs more (`boundedClient`), and retries nothing.
 */
export function connectionActivities(parts: ConnectionParts): ConnectionActivities {
	const { api, timing, blobs, exports, keyring, sources, persons, erased } = parts;
	return {
		...emailActivities(api, keyring, timing),
		...trainingActivities(api, timing),
		...sourceListActivities(api, blobs.store),
		...leadSyncActivities({ ...parts, store: blobs.store }),
		...conversationSyncActivities(parts),
		...lookUpActivities(api, erased),
		...exports,
		...sources,
		...persons,
		...reportReadActivities(api),
		readAgentPage: (offset) => readAgentPage(api, checked(offsetSchema, offset), cancellationSignal()),
	};
}
