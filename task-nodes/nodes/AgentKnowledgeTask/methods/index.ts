import { credentialTest } from '../../gateway/credential-test';
import { getAgents, searchAgents } from './agents';
import { getBuckets } from './buckets';
import { getMailboxes } from './mailboxes';
import { searchConnections, searchDestinations, searchSchedules } from './searches';

/** What the editor asks of the gateway: its lists, and the test of the credential. */
export const methods = {
	credentialTest,
	listSearch: { searchAgents, searchConnections, searchDestinations, searchSchedules },
	loadOptions: { getAgents, getBuckets, getMailboxes },
};
