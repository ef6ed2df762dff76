import type { ConnectionFailing } from '../../../workflows/task/event';

interface FaultWords {
	/** While it lasts. */
	sentence: string;
	/** Once it is over. */
	before: string;
	todo: string;
}

/** What each fault of a connection means, and what to do about it. */
export const FAULTS: Readonly<Record<ConnectionFailing['cause'], FaultWords>> = {
	key_refused: {
		sentence: 'The service refuses the key of the connection.',
		before: 'The service had refused the key of the connection.',
		todo: 'Create a key with the same scopes at the service, and put it into the configuration of gateway and workers. Tasks that wait continue by themselves.',
	},
	unreachable: {
		sentence: 'The service does not respond.',
		before: 'The service had not responded.',
		todo: 'Check the network and the address of the connection. Tasks that wait continue by themselves.',
	},
	server_error: {
		sentence: 'The service responds with errors of its own.',
		before: 'The service had responded with errors of its own.',
		todo: 'Look at the status page of the service. Tasks that wait continue by themselves.',
	},
	removed: {
		sentence: 'The configuration no longer has the connection.',
		before: 'The configuration had lacked the connection.',
		todo: 'Add the connection to the configuration of gateway and workers again, and its tasks continue by themselves. To give them up, cancel them.',
	},
};
