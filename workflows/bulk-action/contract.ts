import { z } from 'zod';
import { isEndless } from '../for-each-connection/kinds';
import { count, rowErrorSchema } from '../task/contract';
import { exportFileSchema } from '../task/export-contract';
import { inForm } from '../task/field-form';
import { asField, type TaskFilterName, taskFilters, type TaskFilters } from '../task/filter-contract';
import { selectorSchema } from '../task/selector-contract';

export const BULK_ACTIONS = ['retry', 'retry-failed-items', 'cancel', 'resend', 'pause', 'resume'] as const;
export type BulkActionName = (typeof BULK_ACTIONS)[number];

export const BULK_TARGETS = ['tasks', 'syncs', 'schedules'] as const;
export type BulkTarget = (typeof BULK_TARGETS)[number];

/** What each action can act on. */
export const TARGETS_OF: Readonly<Record<BulkActionName, readonly BulkTarget[]>> = {
	retry: ['tasks'],
	'retry-failed-items': ['tasks'],
	cancel: ['tasks', 'syncs'],
	resend: ['tasks'],
	pause: ['syncs', 'schedules'],
	resume: ['syncs', 'schedules'],
};

/** Rows that one bulk action acts on. */
export const MOST_ROWS = 10_000;
/** Rows that an input names one by one. */
const MOST_NAMED = 1_000;

const text = (longest: number) => z.string().trim().min(1, 'is empty').max(longest);

const DEFAULT_STATES =
	'Default, unless ended, needsAttention or waitsForPerson says it: failed and timed_out for retry, ended tasks that somebody has to look at for retry-failed-items, ended for resend, else running';

/** The filters of the list of tasks. */
const listedFields = {
	type: asField(taskFilters.type),
	status: asField({ ...taskFilters.status, description: `${taskFilters.status.description}. ${DEFAULT_STATES}` }),
	ended: asField(taskFilters.ended),
	needsAttention: asField(taskFilters.needsAttention),
	waitsForPerson: asField(taskFilters.waitsForPerson),
	connection: asField(taskFilters.connection),
	agentId: asField(taskFilters.agentId),
	startedFrom: asField(taskFilters.startedFrom),
	startedBefore: asField(taskFilters.startedBefore),
	endedFrom: asField(taskFilters.endedFrom),
	endedBefore: asField(taskFilters.endedBefore),
	search: asField({
		...taskFilters.search,
		description: `${taskFilters.search.description}. Of schedules: only those with this in their name, type, connection or note`,
	}),
	parent: asField(taskFilters.parent),
} as const satisfies Record<TaskFilterName, z.ZodType>;

/** Reads the filters of the list from a selection. */
export const listedFiltersSchema = z.object(listedFields);

/** A bulk action of the rows that match all of these. */
const filterFields = {
	...listedFields,
	selector: selectorSchema
		.optional()
		.describe('Only of connections with these labels, such as client=acme,region in (eu,us)')
		.meta(inForm('Labels of connections', { isRare: true })),
	error: text(255)
		.optional()
		.describe('Only tasks with this type of error, or with this text in the reason why they did not succeed')
		.meta(inForm('Reason', { isRare: true })),
	ids: z
		.array(text(1_000))
		.min(1, 'is empty; name a row, or remove the field')
		.max(MOST_NAMED, `has more than ${MOST_NAMED} ids; use a filter, or several bulk actions`)
		.optional()
		.describe('Only these tasks, syncs or schedules. Only connection and selector can limit them further')
		.meta(inForm('Ids', { item: 'id', isRare: true })),
} as const;

/** The fields that say which rows. */
export const FILTER_FIELDS = Object.keys(filterFields) as Array<keyof typeof filterFields>;

type FilterField = (typeof FILTER_FIELDS)[number];
/** Fields that schedules have, too. */
export const OF_SCHEDULES: readonly FilterField[] = ['type', 'connection', 'selector', 'search', 'ids'];
/** Rows that are named one by one are limited by these alone. */
const WITH_IDS: readonly FilterField[] = ['ids', 'connection', 'selector'];

const whatAndWhich = {
	action: z
		.enum(BULK_ACTIONS)
		.describe('What to do with each row')
		.meta(
			inForm('Action', {
				options: {
					retry: 'Retry',
					'retry-failed-items': 'Retry the failed items',
					cancel: 'Cancel',
					resend: 'Resend the events of the end',
					pause: 'Pause',
					resume: 'Resume',
				},
			}),
		),
	target: z
		.enum(BULK_TARGETS)
		.default('tasks')
		.describe('What the rows are. pause and resume act on syncs or schedules')
		.meta(inForm('Of', { options: { tasks: 'Tasks', syncs: 'Syncs', schedules: 'Schedules' } })),
	...filterFields,
	all: z
		.boolean()
		.default(false)
		.describe('Must be true if no other field limits the rows')
		.meta(inForm('Everything', { isRare: true })),
};

interface Chosen extends TaskFilters {
	action: BulkActionName;
	target: BulkTarget;
	all: boolean;
}

/** In which state a task must be, so that an action can be done with it. */
const STATE_FOR: Readonly<Record<BulkActionName, 'running' | 'ended'>> = {
	retry: 'ended',
	'retry-failed-items': 'ended',
	resend: 'ended',
	cancel: 'running',
	pause: 'running',
	resume: 'running',
};

/** The fields by which a filter finds only running tasks, or only ended ones. */
export function statedBy({ status, ended, needsAttention, waitsForPerson }: TaskFilters): {
	running: TaskFilterName[];
	ended: TaskFilterName[];
} {
	const names = (...stated: Array<[TaskFilterName, boolean]>) => stated.flatMap(([name, isSo]) => (isSo ? [name] : []));
	return {
		running: names(
			['status', status === 'running'],
			['ended', ended === false],
			['waitsForPerson', waitsForPerson === true],
		),
		ended: names(
			['status', status !== undefined && status !== 'running'],
			['ended', ended === true],
			['needsAttention', needsAttention === true],
		),
	};
}

/** What cannot be said field by field. */
function refuse(chosen: Chosen, add: (path: string, message: string) => void): void {
	const { action, target, all, type } = chosen;
	const targets = TARGETS_OF[action];
	if (!targets.includes(target)) add('target', `must be ${targets.join(' or ')} for the action ${action}`);
	const limits = FILTER_FIELDS.filter((field) => Reflect.get(chosen, field) !== undefined);
	if (limits.length === 0 && !all)
		add('all', `is missing: without a filter the action acts on all ${target}. Add a filter, or set all to true`);
	const isForeign = (field: FilterField) => target === 'schedules' && !OF_SCHEDULES.includes(field);
	for (const field of limits) {
		if (isForeign(field)) add(field, 'is no field of schedules; remove it');
		else if (limits.includes('ids') && !WITH_IDS.includes(field))
			add(field, 'cannot be combined with ids; remove one of the two');
	}
	if (target === 'syncs' && type !== undefined && !isEndless(type))
		add('type', `is no sync; remove it, or set target to tasks`);
	if (target === 'schedules') return;
	const needed = STATE_FOR[action];
	for (const field of statedBy(chosen)[needed === 'ended' ? 'running' : 'ended'])
		add(
			field,
			`finds no task for the action ${action}, which needs ${needed} tasks; remove it, or choose another action`,
		);
}

const checked = <Schema extends z.ZodType<Chosen>>(schema: Schema) =>
	schema.superRefine((chosen, context) => {
		refuse(chosen, (path, message) => {
			context.addIssue({ code: 'custom', path: [path], message });
		});
	});

/** What a preview takes: which rows, and what to do with them. */
export const bulkSelectionSchema = checked(z.strictObject(whatAndWhich));
export type BulkSelection = z.output<typeof bulkSelectionSchema>;
/** As it is sent, without defaults. */
export type BulkSelectionBody = z.input<typeof bulkSelectionSchema>;

/** What bulk-action takes, version 1. */
export const bulkActionInputSchema = checked(
	z.strictObject({
		version: z.literal(1).default(1),
		...whatAndWhich,
		selection: z
			.string()
			.regex(/^sha256:[0-9a-f]{64}$/, 'must be the digest of a preview')
			.optional()
			.describe(
				'The digest of a preview with the same action and filter: the task acts on the rows of the preview alone. Default: on the rows that match at its start',
			)
			.meta(inForm('Digest of a preview', { isRare: true })),
		atOnce: z
			.number()
			.int()
			.min(1)
			.max(50)
			.default(10)
			.describe('How many retried tasks of each connection run at the same time')
			.meta(inForm('At the same time', { isRare: true })),
	}),
);
export type BulkActionInput = z.output<typeof bulkActionInputSchema>;

/**
 * What became of one row.
 * - `refused`: the action may not or cannot be done with it.
 * - `gone`: it does not exist any more, or the caller may not see it.
 * - `not_started`: the task was stopped before its turn.
 */
export const bulkRowStatusSchema = z.enum(['done', 'refused', 'gone', 'not_started']);
export type BulkRowStatus = z.output<typeof bulkRowStatusSchema>;

const bulkRowSchema = z.object({
	id: z.string(),
	/** The type of the task, or of the tasks of the schedule; null if it is not known. */
	type: z.string().nullable(),
	connection: z.string(),
	agentId: z.string().nullable(),
	status: bulkRowStatusSchema,
	/** The new task, if the action started one. */
	startedTaskId: z.string().nullable(),
	/** Why it was not done; null if it was. */
	reason: rowErrorSchema.nullable(),
});
export type BulkResultRow = z.output<typeof bulkRowSchema>;

/** What bulk-action ends with, version 1. */
export const bulkActionResultSchema = z.object({
	version: z.literal(1),
	action: z.enum(BULK_ACTIONS),
	target: z.enum(BULK_TARGETS),
	counts: z.record(bulkRowStatusSchema, count),
	/** At most 500 rows, first those that were not done. */
	rows: z.array(bulkRowSchema),
	/** Rows beyond those. The file has all of them. */
	rowsNotShown: count,
	/** All rows as CSV, if the result does not show them all; else null. */
	file: exportFileSchema.nullable(),
});
export type BulkActionResult = z.output<typeof bulkActionResultSchema>;
