import { useMemo } from 'preact/hooks';
import { at } from '../api/base-path';
import { checkTask, startTask } from '../api/client';
import { Drafts } from '../api/drafts';
import { newKey } from '../api/gateway';
import type { TaskChecked, TaskStarted, TaskType } from '../api/types';
import type { TypedForm } from '../forms/field';
import { Fields } from '../forms/fields';
import { type FieldSchema, fieldsOf } from '../forms/fields-of';
import { FormFrame } from '../forms/form-frame';
import { inputOf } from '../forms/input';
import { Intention } from '../forms/intention';
import { sentenceOf } from '../forms/problems';
import { refusalOf } from '../forms/refusal';
import { RestoredNotice } from '../forms/restored-notice';
import { emptyForm } from '../forms/typed';
import { useDraft } from '../forms/use-draft';
import { useRefusals } from '../forms/use-refusals';
import { confirmed } from '../parts/question';
import { useAction } from '../parts/use-action';

const UNKNOWN_OUTCOME =
	'Whether the task was started is unknown. Press the button again: the gateway starts it only once, as long as you change nothing in the form.';
const NOTHING_STARTED = 'Nothing was started. Press the button again.';
const SECOND_TASK =
	'Whether the last attempt started a task is unknown. You have changed the form since, so this may start a second task. Start it?';

/** By the type of the task. The intention repeats a start whose outcome is unknown. */
const drafts = new Drafts<{ form: TypedForm; intention: Intention }>();

/** The form of a task. Everything typed stays until the task has started. */
export function StartForm({ type: { type, title, inputSchema }, initial, onStarted }: StartFormProps) {
	// The definitions are read again and again. They change with a new version of the gateway only.
	const fields = useMemo(() => fieldsOf(inputSchema as FieldSchema), [type]);
	const { typed, setTyped, isRestored, touch, drop, startOver } = useDraft({ drafts, form: type }, () => ({
		form: initial ?? emptyForm(fields),
		intention: new Intention(newKey),
	}));
	const { form, intention: intended } = typed;
	const { refusals, refuse, forget, clear } = useRefusals();
	const names = fields.map(({ name }) => name);

	const { isBusy, run } = useAction(
		(error) => {
			const { problems, sentences } = refusalOf(error, names, intended.isPending ? UNKNOWN_OUTCOME : NOTHING_STARTED);
			refuse(problems, sentences);
		},
		async (input: object) => {
			// A repeat was checked before, and the gateway may know its task.
			const isNew = !intended.isRepeat(input);
			if (isNew && intended.isPending && !(await confirmed(SECOND_TASK, 'Start it'))) return undefined;
			if (isNew && !(await isWanted(type, input, fields))) return undefined;
			const started = await intended.send(input, (key) => startTask(type, input, key));
			drop();
			onStarted(started, form);
			return undefined;
		},
	);
	const submit = () => {
		touch();
		const { input, problems } = inputOf(fields, form);
		if (problems.length > 0) {
			refuse(problems);
			return;
		}
		clear();
		void run(input);
	};

	return (
		<FormFrame name={title} refusals={refusals} submit={submit} touch={touch}>
			<RestoredNotice
				isRestored={isRestored}
				startOver={() => {
					clear();
					startOver();
				}}
			/>
			<Fields
				fields={fields}
				idPrefix="start"
				form={form}
				root={form}
				problems={refusals.problems}
				onForm={(change) => setTyped((before) => ({ ...before, form: change(before.form) }))}
				onEdit={forget}
			/>
			<div class="buttons">
				<button type="submit" class="main" aria-busy={isBusy ? 'true' : undefined}>
					Start the task
				</button>
				<a class="button" href={at('/start')}>
					Choose another task
				</a>
			</div>
		</FormFrame>
	);
}

interface StartFormProps {
	type: TaskType;
	/** Default: an empty form. */
	initial?: TypedForm | undefined;
	onStarted: (task: TaskStarted, form: TypedForm) => void;
}

/** What a warning means for the person. Null: nobody can change it, so it is said after the start. */
const MEANINGS: Record<TaskChecked['warnings'][number]['type'], string | null> = {
	nobody_notified: 'No one would be notified when a person has to decide.',
	not_checked: null,
};

/** Asks the person if the gateway has something to say before the start. */
async function isWanted(type: string, input: object, fields: ReturnType<typeof fieldsOf>): Promise<boolean> {
	const { warnings } = await checkTask(type, input);
	const sentences = warnings.flatMap(({ type: kind, path, message }) => {
		const meaning = MEANINGS[kind];
		if (meaning === null) return [];
		const label = fields.find(({ name }) => name === path)?.label ?? 'The task';
		return [`${meaning} ${sentenceOf(label, message, fields)}`];
	});
	if (sentences.length === 0) return true;
	return confirmed(`${sentences.join(' ')} Start the task anyway?`, 'Start anyway');
}
