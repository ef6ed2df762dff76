import type { TaskType, TaskTypes } from '../../workflows/catalogue';

type FieldsOf<Type extends TaskType> = ReadonlyArray<keyof TaskTypes[Type]['input']>;

/** Fields that hold neither contents nor anything of a person. A new field is hidden until it stands here. */
const SHOWN: { [Type in TaskType]: FieldsOf<Type> } = {
	'retrain-and-wait': ['connection', 'agentId', 'waitUntil', 'ifActive', 'timeoutSeconds'],
	'lead-export': [
		'connection',
		'agentIds',
		'startDate',
		'endDate',
		'lastDays',
		'format',
		'bom',
		'escapeFormulas',
		'bucket',
	],
	'nightly-retrain': ['connection', 'agentIds', 'waitUntil', 'ifActive', 'atOnce', 'agentTimeoutSeconds'],
	'lead-sync': ['connection', 'agentId', 'destination', 'intervalSeconds', 'startDate'],
	'email-send-with-review': [
		'connection',
		'agentId',
		'mailboxId',
		'remindAfterSeconds',
		'deadlineSeconds',
		'followSeconds',
		'resumeAutoReplies',
	],
	'add-sources': ['connection', 'agentId', 'ifPresent', 'timeoutSeconds'],
};

/** Lists of which only the length is shown, as `<field>Count`. */
const COUNTED: { [Type in TaskType]?: FieldsOf<Type> } = {
	'email-send-with-review': ['to', 'cc', 'reviewers'],
	'add-sources': ['sources'],
};

/** The parts of a task's input that may be shown to everybody who may see the task. */
export function shownInput(type: TaskType, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
	const shown: readonly string[] = SHOWN[type];
	const counted: readonly string[] = COUNTED[type] ?? [];
	return Object.fromEntries(
		Object.entries(input).flatMap(([field, value]): Array<[string, unknown]> => {
			if (shown.includes(field)) return [[field, value]];
			return counted.includes(field) && Array.isArray(value) ? [[`${field}Count`, value.length]] : [];
		}),
	);
}
