import { z } from 'zod';
import { idSchema, sentIdSchema } from '../../api';
import { connectionName } from './contract';
import { type FieldForm, inForm } from './field-form';
import { OUTCOMES } from './outcomes';
import { UNSEARCHABLE } from './searchable-text';
import { TASK_STATUSES } from './statuses';

/** Longest text to search for, as long as an id of the service. */
const LONGEST_SEARCH = 255;
/** Longest id of a task, in bytes of UTF-8: it is an id of Temporal, which has this bound. */
const TASK_ID_BYTES = 1_000;

const TYPES = Object.keys(OUTCOMES) as Array<keyof typeof OUTCOMES>;

/** One filter of tasks. */
interface TaskFilter<Schema extends z.ZodType> {
	/** What it may be, in JSON. A query has it as text. */
	schema: Schema;
	title: string;
	description: string;
	form: FieldForm;
}

function filter<Schema extends z.ZodType>(
	schema: Schema,
	title: string,
	description: string,
	form: FieldForm = {},
): TaskFilter<Schema> {
	return { schema, title, description, form };
}

/** `timed_out`: "Timed out". */
function wordsOf(values: readonly string[]): Record<string, string> {
	return Object.fromEntries(
		values.map((value) => [value, value.charAt(0).toUpperCase() + value.slice(1).replaceAll(/[-_]/g, ' ')]),
	);
}

/** Temporal reads years of four digits, in UTC. What is no time at all is neither before nor after. */
const [FIRST, LAST] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];
const time = z.iso
	.datetime({ offset: true, error: 'must be a time such as 2026-11-20T00:00:00Z' })
	.refine(
		(text) => !(Date.parse(text) < FIRST || Date.parse(text) > LAST),
		'must be in a year from 0000 to 9999, in UTC',
	);
const startOrEnd = (what: string, title: string) =>
	filter(time, title, `Only tasks that ${what}, as a time such as 2026-11-20T00:00:00Z`, { isRare: true });
const yesOrNo = (title: string, description: string) => filter(z.boolean(), title, description, { isRare: true });

/**
 * Which tasks: each filter once. The list of the gateway, bulk actions, the console's addresses, the options of the command
 * line and the fields of n8n are made of it, or held against it. A filter that one of them lacks does not compile, or a
 * test names it.
 */
export const taskFilters = {
	type: filter(
		z.enum(TYPES, { error: () => `is unknown; known are: ${TYPES.join(', ')}` }),
		'Type',
		'Only this type of task',
		{ options: wordsOf(TYPES) },
	),
	status: filter(
		z.enum(TASK_STATUSES, { error: () => `is unknown; known are: ${TASK_STATUSES.join(', ')}` }),
		'Status',
		'Only tasks with this status',
		{ options: wordsOf(TASK_STATUSES) },
	),
	connection: filter(connectionName, 'Connection', 'Only of this connection', { choicesFrom: 'connections' }),
	agentId: filter(
		idSchema.refine((id) => !UNSEARCHABLE.test(id), 'is not the id of an agent'),
		'Agent',
		'Only tasks of this agent. A task of several agents belongs to none',
		{ choicesFrom: 'agents' },
	),
	ended: yesOrNo('Has ended', 'Only tasks that have ended. false: only running tasks'),
	needsAttention: yesOrNo(
		'Needs a look',
		'Only ended tasks that somebody has to look at: they failed, or did not do all that was asked, and no other task has taken them over (takenOver). false: only tasks that did all, were cancelled or run. A task that ended under an older version is found by its status alone',
	),
	waitsForPerson: yesOrNo('Waits for a person', 'Only tasks that wait for a person. false: only the others'),
	search: filter(
		z
			.string()
			.trim()
			.min(1, 'is empty')
			.max(LONGEST_SEARCH, `is longer than ${LONGEST_SEARCH} characters`)
			.refine(
				(text) => !UNSEARCHABLE.test(text),
				'has a quotation mark, a backslash or a control character; no id has one',
			),
		'Name or id',
		'Only tasks whose id or agent begins with this, or with this part of a name in any case: of the agent, its id, the type, the connection or the schedule. The type before the ~ of an id can be omitted',
		{ isRare: true },
	),
	startedFrom: startOrEnd('started then or later', 'Started from'),
	startedBefore: startOrEnd('started before then', 'Started before'),
	endedFrom: startOrEnd('ended then or later', 'Ended from'),
	endedBefore: startOrEnd('ended before then', 'Ended before'),
	parent: filter(
		sentIdSchema(TASK_ID_BYTES).refine((id) => !UNSEARCHABLE.test(id), 'is not the id of a task'),
		'Started by',
		'Only the tasks that this task has started',
		{ isRare: true },
	),
} as const;

export type TaskFilterName = keyof typeof taskFilters;

/** A choice of tasks. What is not given restricts nothing. */
export type TaskFilters = {
	[Name in TaskFilterName]?: z.output<(typeof taskFilters)[Name]['schema']> | undefined;
};

/** A filter as a field of a task's input. */
export const asField = <Schema extends z.ZodType>({ schema, title, description, form }: TaskFilter<Schema>) =>
	schema.optional().describe(description).meta(inForm(title, form));

/**
 * A filter as a parameter of a query.
 * @param schema reads the parameter, which comes as text. Default: the filter's own
 */
export function asParameter<Schema extends z.ZodType>(given: TaskFilter<Schema>): z.ZodOptional<Schema>;
export function asParameter<Schema extends z.ZodType>(
	given: TaskFilter<z.ZodType>,
	schema: Schema,
): z.ZodOptional<Schema>;
export function asParameter({ schema, description }: TaskFilter<z.ZodType>, asText: z.ZodType = schema): z.ZodType {
	return asText.optional().describe(description);
}
