import type { NightlyRetrainInput, NightlyRetrainResult } from './nightly-retrain/contract';
import type { LeadSyncInput, LeadSyncResult } from './lead-sync/contract';
import type { EmailInput, EmailResult } from './email/contract';
import type { LeadExportInput, LeadExportResult } from './export/contract';
import type { AddSourcesInput, AddSourcesResult } from './add-sources/contract';
import type { TaskError } from './task/task-error';
import type { RetrainAudit, RetrainInput, RetrainResult } from './retrain/contract';

export type { NightlyRetrainInput, NightlyRetrainResult };
export type { LeadSyncInput, LeadSyncResult };
export type { EmailInput, EmailResult };
export type { LeadExportInput, LeadExportResult };
export type { AddSourcesInput, AddSourcesResult };
export type { RetrainAudit, RetrainInput, RetrainResult };

/** Why a task did not complete. */
export interface TaskEndError extends TaskError {
	/** Of a retrain whose end or effect is uncertain: what was sent, what was noted before it, and what each look showed. */
	audit?: RetrainAudit;
}

/** What each task takes and gives. */
export interface TaskTypes {
	'retrain-and-wait': { input: RetrainInput; result: RetrainResult };
	'add-sources': { input: AddSourcesInput; result: AddSourcesResult };
	'lead-export': { input: LeadExportInput; result: LeadExportResult };
	'lead-sync': { input: LeadSyncInput; result: LeadSyncResult };
	'nightly-retrain': { input: NightlyRetrainInput; result: NightlyRetrainResult };
	'email-send-with-review': { input: EmailInput; result: EmailResult };
}

export type TaskType = keyof TaskTypes;

export interface TaskDefinition {
	/** The exported workflow function. */
	workflow: string;
	title: string;
	description: string;
	/** The version of the input. */
	version: number;
	/** Whether a caller's key may start the task again: after it did not complete, or never within the retention. */
	keyReuse: 'after-failure' | 'never';
	/** Fields of the input by which there is only one such task at a time; left out: the caller's key alone tells. */
	identity?: readonly string[];
	/** Query that gives what the next start of such a task goes on with, as the workflow's second argument. */
	carriesOver?: string;
	/** Decisions a person can send to the running task. */
	decisions: readonly string[];
	/** What can be asked of the running task at any time: updates of these names (see `task/actions.ts`). */
	actions?: readonly string[];
	/** The values of the search attribute AkStage, in the order in which they usually come. */
	stages: readonly string[];
	/** Those of them in which nothing goes on until a person does something. */
	waitingStages?: readonly string[];
	/** It runs until it is cancelled, so that nobody can wait for its end. */
	endless?: true;
	/** Whether a schedule can start it: nothing in its input belongs to one time only. */
	schedulable?: true;
}

/** Every task there is. Gateway, command line and nodes are held against it. */
export const catalogue = {
	'retrain-and-wait': {
		workflow: 'retrainAndWait',
		title: 'Retrain and wait',
		description:
			'Starts a training run of one agent, or adopts the one that is active, and ends when the agent can chat or when the run has ended.',
		version: 1,
		keyReuse: 'after-failure',
		decisions: [],
		stages: ['looking', 'waiting', 'starting', 'settling', 'training', 'completed', 'failed', 'cancelled', 'timed_out'],
	},
	'lead-export': {
		workflow: 'leadExport',
		title: 'Lead export',
		description:
			'Writes the leads of one, several or all agents into a CSV, NDJSON or XLSX file: none missed and none twice, also while new ones arrive and others are deleted.',
		version: 1,
		keyReuse: 'after-failure',
		decisions: [],
		stages: ['looking', 'reading', 'assembling', 'completed', 'failed', 'cancelled'],
		schedulable: true,
	},
	'nightly-retrain': {
		workflow: 'nightlyRetrain',
		title: 'Nightly retrain',
		description:
			'Retrains all agents, or those that are named, a bounded number at once, each in a retrain-and-wait of its own; its result has a row for each agent.',
		version: 1,
		keyReuse: 'after-failure',
		decisions: [],
		stages: ['looking', 'training', 'completed', 'failed', 'cancelled', 'timed_out'],
		schedulable: true,
	},
	'lead-sync': {
		workflow: 'leadSync',
		title: 'Lead sync',
		description:
			'Brings every lead of an agent to a destination: those that are there, then what is new, each once, until it is cancelled.',
		version: 1,
		keyReuse: 'after-failure',
		endless: true,
		identity: ['connection', 'agentId', 'destination'],
		carriesOver: 'sync-state',
		decisions: [],
		actions: ['sync-now', 'pause', 'resume', 'retry-refused', 'dismiss-refused'],
		stages: ['syncing', 'retrying', 'paused', 'full', 'failed', 'cancelled'],
		waitingStages: ['full'],
	},
	'email-send-with-review': {
		workflow: 'emailSendWithReview',
		title: 'Send an email with review',
		description:
			'Drafts a mail, sends it after a person approved just that version of it, and follows it to an outcome for every address.',
		version: 1,
		keyReuse: 'never',
		decisions: ['approve', 'edit', 'reject', 'confirm_sent', 'retry_same_key', 'abandon'],
		stages: [
			'drafting',
			'reviewing',
			'sending',
			'following',
			'uncertain',
			'resuming',
			'completed',
			'failed',
			'cancelled',
			'timed_out',
		],
		waitingStages: ['reviewing', 'uncertain'],
	},
	'add-sources': {
		workflow: 'addSources',
		title: 'Add sources',
		description:
			'Adds pages, texts and files to an agent, one after the other and each once, and ends when the service has read them all; its result has a row for each.',
		version: 1,
		keyReuse: 'never',
		decisions: [],
		stages: ['looking', 'adding', 'waiting', 'settling', 'indexing', 'completed', 'failed', 'cancelled', 'timed_out'],
	},
} as const satisfies Record<TaskType, TaskDefinition>;

export const TASK_TYPES = Object.keys(catalogue) as TaskType[];
