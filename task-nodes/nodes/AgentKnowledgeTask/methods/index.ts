import { getAgents, searchAgents } from './agents';
import { getBuckets } from './buckets';
import { getMailboxes } from './mailboxes';
import { searchConnections, searchDestinations, searchSchedules } from './searches';

/** The lists that the editor loads from the gateway. */
export const methods = {
	listSearch: { searchAgents, searchConnections, searchDestinations, searchSchedules },
	loadOptions: { getAgents, getBuckets, getMailboxes },
};
