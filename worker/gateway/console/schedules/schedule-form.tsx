import { useState } from 'preact/hooks';
import { at } from '../api/base-path';
import { readSchedule, saveSchedule } from '../api/client';
import { Drafts } from '../api/drafts';
import { GatewayError } from '../api/gateway-error';
import type { ScheduleSaved, ScheduleView, TaskType } from '../api/types';
import { ChoiceControl } from '../forms/controls/plain-controls';
import type { TypedForm } from '../forms/field';
import { Fields } from '../forms/fields';
import { FormFrame } from '../forms/form-frame';
import { Labelled } from '../forms/labelled';
import { problemsAt, sentenceOf } from '../forms/problems';
import { refusalOf } from '../forms/refusal';
import { RestoredNotice } from '../forms/restored-notice';
import { emptyForm } from '../forms/typed';
import { useDraft } from '../forms/use-draft';
import { useRefusals } from '../forms/use-refusals';
import { useAction } from '../parts/use-action';
import { readersZone } from '../words/times';
import { ChangedNotice } from './changed-notice';
import { NextTimes, usePreview } from './next-times';
import {
	bodyOf,
	emptySchedule,
	fieldsOfType,
	NAME,
	SETTINGS,
	type TypedSchedule,
	typedSchedule,
} from './typed-schedule';
import { WhenFields } from './when-fields';
import { cronOf } from './when';

const PARTS = ['id', 'type', 'input', 'cron', 'timeZone', 'note', 'finishBy', 'warnMinutes', 'jitterSeconds', 'paused'];
const UNKNOWN_OUTCOME =
	'Whether the schedule was saved is unknown. Press the button again: a schedule that was saved already stays as it is.';

interface ScheduleDraft {
	/** As the form began with it: a change by somebody else is noticed. Null: a new schedule. */
	base: ScheduleView | null;
	typed: TypedSchedule;
}

/** By the name of the schedule. Empty: of a new one. */
const drafts = new Drafts<ScheduleDraft>();

export interface ScheduleFormProps {
	/** Those that can be scheduled. */
	types: readonly TaskType[];
	/** Null: a new schedule. */
	schedule: ScheduleView | null;
	onSaved: (schedule: ScheduleSaved) => void;
}

/** Creates or changes a schedule. Everything typed stays until it is saved. */
export function ScheduleForm({ types, schedule, onSaved }: ScheduleFormProps) {
	const draft = useDraft<ScheduleDraft>({ drafts, form: schedule?.id ?? '' }, () => beginning(types, schedule));
	const { base, typed } = draft.typed;
	const setTyped = (settle: (before: TypedSchedule) => TypedSchedule) =>
		draft.setTyped((before) => ({ ...before, typed: settle(before.typed) }));
	/** What somebody else made of it meanwhile. Undefined: nothing that this form has met. */
	const [theirs, setTheirs] = useState<ScheduleView | null | undefined>(undefined);
	const { refusals, refuse, forget, clear } = useRefusals();
	const cron = cronOf(typed.when);
	const preview = usePreview(cron, typed.timeZone);
	const isNew = base === null;

	const change = (changed: Partial<TypedSchedule>) => setTyped((before) => ({ ...before, ...changed }));
	const { isBusy, run } = useAction(
		(error) => {
			const { problems, sentences } = refusalOf(error, PARTS, UNKNOWN_OUTCOME);
			refuse(problems, sentences);
		},
		async (id: string, body: Parameters<typeof saveSchedule>[1], version: string | null) => {
			try {
				const saved = await saveSchedule(id, body, version);
				draft.drop();
				onSaved(saved);
			} catch (error) {
				if (!(error instanceof GatewayError) || error.refusal.type !== 'schedule_changed') throw error;
				setTheirs(await current(id));
			}
			return undefined;
		},
	);
	/** @param version the one to change. Null: none, so the name must be free */
	const save = (version: string | null) => {
		draft.touch();
		const { id, body, problems } = bodyOf(typed, types, isNew);
		if (problems.length > 0) {
			refuse(problems);
			return;
		}
		clear();
		setTheirs(undefined);
		void run(base?.id ?? id, body, version);
	};
	const load = (found: ScheduleView) => {
		draft.setTyped(() => ({ base: found, typed: typedSchedule(types, found) }));
		setTheirs(undefined);
		clear();
	};

	const fields = fieldsOfType(types, typed.type);
	const form = typed.inputs[typed.type] ?? {};
	const settings = {
		idPrefix: 'schedule',
		form: typed.settings,
		root: form,
		problems: refusals.problems,
		onForm: (settle: (before: TypedForm) => TypedForm) =>
			setTyped((before) => ({ ...before, settings: settle(before.settings) })),
		onEdit: forget,
	};
	return (
		<FormFrame
			name={isNew ? 'New schedule' : `Edit ${base.id}`}
			refusals={refusals}
			submit={() => save(base?.version ?? null)}
			touch={draft.touch}
		>
			<RestoredNotice
				isRestored={draft.isRestored}
				startOver={() => {
					clear();
					setTheirs(undefined);
					draft.startOver();
				}}
			/>
			{theirs !== undefined && base !== null && (
				<ChangedNotice
					id={base.id}
					base={base}
					theirs={theirs}
					types={types}
					load={load}
					save={() => save(theirs?.version ?? null)}
				/>
			)}
			{isNew && <Fields {...settings} fields={NAME} />}
			<TypeField
				typed={typed}
				types={types}
				problems={refusals.problems}
				onType={(type) => change(ofType(typed, types, type))}
			/>
			<Fields
				key={typed.type}
				fields={fields}
				idPrefix="schedule-input"
				options="Options of the task"
				form={form}
				root={form}
				problems={problemsAt(refusals.problems, 'input')}
				onForm={(settle) =>
					setTyped((before) => ({
						...before,
						inputs: { ...before.inputs, [typed.type]: settle(before.inputs[typed.type] ?? {}) },
					}))
				}
				onEdit={(path) => forget(`input.${path}`)}
			/>
			<WhenFields
				when={typed.when}
				onWhen={(changed) => {
					forget('cron');
					setTyped((before) => ({ ...before, when: { ...before.when, ...changed } }));
				}}
				timeZone={typed.timeZone}
				onTimeZone={(timeZone) => {
					forget('timeZone');
					change({ timeZone });
				}}
				problems={[...refusals.problems, ...preview.problems]}
			/>
			<NextTimes preview={preview} />
			<Fields {...settings} fields={SETTINGS} options="Options of the schedule" />
			<div class="buttons">
				<button type="submit" class="main" aria-busy={isBusy ? 'true' : undefined}>
					Save the schedule
				</button>
				<a class="button" href={at('/schedules')} onClick={draft.drop}>
					Back without saving
				</a>
			</div>
		</FormFrame>
	);
}

function beginning(types: readonly TaskType[], schedule: ScheduleView | null): ScheduleDraft {
	const typed = schedule === null ? emptySchedule(types, readersZone()) : typedSchedule(types, schedule);
	return { base: schedule, typed };
}

/** Another type of task. What was typed for the first one comes back with it. */
function ofType({ inputs }: TypedSchedule, types: readonly TaskType[], type: string): Partial<TypedSchedule> {
	return { type, inputs: { [type]: emptyForm(fieldsOfType(types, type)), ...inputs } };
}

/** @returns null if somebody deleted it */
async function current(id: string): Promise<ScheduleView | null> {
	try {
		return await readSchedule(id);
	} catch (error) {
		if (error instanceof GatewayError && error.status === 404) return null;
		throw error;
	}
}

interface TypeFieldProps {
	typed: TypedSchedule;
	types: readonly TaskType[];
	problems: Parameters<typeof problemsAt>[0];
	onType: (type: string) => void;
}

function TypeField({ typed, types, problems, onType }: TypeFieldProps) {
	const about = {
		id: 'schedule-type',
		label: 'Task',
		help: types.find(({ type }) => type === typed.type)?.description ?? '',
		isRequired: true,
		problems: problemsAt(problems, 'type').map(({ message }) => sentenceOf('Task', message)),
	};
	return (
		<Labelled {...about}>
			{(attributes) => (
				<ChoiceControl
					attributes={attributes}
					typed={typed.type}
					options={types.map(({ type, title }) => [type, title] as const)}
					none={null}
					onType={onType}
				/>
			)}
		</Labelled>
	);
}
