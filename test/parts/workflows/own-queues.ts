import type { EndedIncidentActivities } from '../../../workflows/events/activities';
import type { DispatchActivities } from '../../../workflows/task/dispatch-calls';
import { apiQueue } from '../../../workflows/task-queues';

const priorities = { urgent: 1, write: 2, read: 3, pages: 3 };

/** Dispatches calls as on a server without fairness: scripted workers poll a queue for each connection. */
export const ownQueues: DispatchActivities & EndedIncidentActivities = {
	// Nobody was told of a failure.
	findEndedIncidents: () => Promise.resolve([]),
	dispatchOf: (connection) => Promise.resolve({ taskQueue: apiQueue(connection), priorities, callsPerDispatch: 1 }),
};
