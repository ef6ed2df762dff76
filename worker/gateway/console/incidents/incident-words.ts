import { at } from '../api/base-path';
import type { OpenIncident } from '../api/types';
import type { Look } from '../parts/pill';
import { shownFilter } from '../tasks/search';
import { taskLink } from '../tasks/task-panel-address';

interface KindWords {
	look: Look;
	word: string;
	/** Before what it counts. */
	held: string;
	/** Where one acts. */
	linkOf: (incident: OpenIncident) => { href: string; text: string };
}

/** Each kind of incident, in words. */
export const KINDS: Readonly<Record<OpenIncident['kind'], KindWords>> = {
	connection: {
		look: 'bad',
		word: 'Connection',
		held: 'It blocks',
		linkOf: () => ({ href: at('/connections'), text: 'Check the connection' }),
	},
	sync: {
		look: 'bad',
		word: 'Sync',
		held: 'Blocked',
		linkOf: ({ taskId }) => ({
			href: pageOr('/syncs', taskId),
			text: taskId === null ? 'Open the syncs' : 'Open the sync',
		}),
	},
	schedule: {
		look: 'attention',
		word: 'Schedule',
		held: 'Concerned',
		linkOf: ({ taskId }) => ({ href: pageOr('/schedules', taskId), text: 'Open the run' }),
	},
	tasks: {
		look: 'bad',
		word: 'Tasks',
		held: 'Ended so',
		linkOf: ({ taskId, connection, taskType }) => ({
			href: pageOr(tasksPage({ needsAttention: 'true', type: taskType, connection }), taskId),
			text: taskId === null ? 'Open the failed tasks' : 'Open the task',
		}),
	},
	decision: {
		look: 'attention',
		word: 'Decision',
		held: 'Waiting',
		linkOf: ({ taskId, connection }) => ({
			href: pageOr(tasksPage({ status: 'running', connection }), taskId),
			text: 'Open the review',
		}),
	},
};

/** The page of tasks with the filters that have a value. */
function tasksPage(filters: Readonly<Record<string, string | undefined>>): string {
	return `/tasks?${new URLSearchParams(shownFilter(filters)).toString()}`;
}

/** The panel of the task if there is one. */
function pageOr(page: string, taskId: string | null): string {
	return taskId === null ? at(page) : taskLink(taskId);
}
