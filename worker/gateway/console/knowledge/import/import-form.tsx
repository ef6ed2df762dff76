import { useEffect, useRef } from 'preact/hooks';
import { startTask } from '../../api/client';
import type { TablePreview } from '../../api/types';
import type { Field } from '../../forms/field';
import { Fields } from '../../forms/fields';
import { FormFrame } from '../../forms/form-frame';
import { problemsAt, sentenceOf } from '../../forms/problems';
import { refusalOf } from '../../forms/refusal';
import type { Draft } from '../../forms/use-draft';
import type { useRefusals } from '../../forms/use-refusals';
import { useSay } from '../../parts/notices';
import { useAction } from '../../parts/use-action';
import { uncheckedText } from '../../words/unchecked-words';
import { ColumnsTable } from './columns-table';
import type { ImportDraft } from './import-draft';
import { importInput } from './import-input';
import { TableField } from './table-field';
import { usePreview } from './use-preview';

const UNKNOWN_OUTCOME = 'Whether a plan is made is unknown. Press the button again: the gateway makes it only once.';

export interface ImportFormProps {
	fields: readonly Field[];
	draft: Draft<ImportDraft>;
	wrong: ReturnType<typeof useRefusals>;
}

/** Which set of which agent, the table, and what its columns are. It ends with a plan. */
export function ImportForm({ fields, draft, wrong }: ImportFormProps) {
	const { typed, setTyped, touch } = draft;
	const { refusals, refuse, forget, clear } = wrong;
	const names = [...fields.map(({ name }) => name), 'blob', 'columns'];
	/** What was planned is no longer what stands in the form. */
	const change = (changed: (before: ImportDraft) => Partial<ImportDraft>) =>
		setTyped((before) => ({ ...before, plan: null, ...changed(before) }));
	const { table, trouble } = usePreview(typed.file?.blob ?? null, typed.columns);
	const say = useSay();
	const { isBusy, run } = useAction(
		(error) => {
			const { problems, sentences } = refusalOf(error, names, UNKNOWN_OUTCOME);
			refuse(problems, sentences);
		},
		async (input: object) => {
			const body = { ...input, planOnly: true, prove: false };
			const { id, warnings } = await typed.planning.send(body, (key) => startTask('knowledge-sync', body, key));
			// A change since then wants another plan.
			const isCurrent = (now: ImportDraft) => JSON.stringify(importInput(fields, now).input) === JSON.stringify(input);
			setTyped((now) => (isCurrent(now) ? { ...now, plan: id } : now));
			say(uncheckedText(warnings) ?? '');
			return undefined;
		},
	);
	const submit = () => {
		touch();
		const { input, problems } = importInput(fields, typed);
		// The sentence stands at the columns already.
		const unclear = table === null || table.problem === null ? [] : [{ path: 'columns', message: table.problem }];
		if (problems.length + unclear.length > 0) return refuse([...problems, ...unclear]);
		clear();
		void run(input);
	};
	const planned = useRef<ImportDraft['file']>(null);
	useEffect(() => {
		// The same set as last time: its file needs no look at the columns. Later changes wait for the button.
		if (!typed.isKnown || typed.plan !== null || table?.problem !== null || planned.current === typed.file) return;
		planned.current = typed.file;
		submit();
	}, [table?.problem, typed.file]);
	// Without columns, it is the file that cannot be used.
	const unreadable = table !== null && table.titles.length === 0 ? table.problem : null;
	const sentencesAt = (path: string, label: string) =>
		problemsAt(refusals.problems, path).map(({ message }) => sentenceOf(label, message));
	return (
		<FormFrame name="Import a table" refusals={refusals} submit={submit} touch={touch}>
			<Fields
				fields={fields}
				idPrefix="import"
				form={typed.form}
				root={typed.form}
				problems={refusals.problems}
				onForm={(changed) => change(({ form }) => ({ form: changed(form) }))}
				onEdit={forget}
			/>
			<TableField
				file={typed.file}
				pasted={typed.pasted}
				problems={[...sentencesAt('blob', 'The table'), ...trouble, ...(unreadable === null ? [] : [unreadable])]}
				onPaste={(pasted) => {
					forget('blob');
					setTyped((before) => ({ ...before, pasted }));
				}}
				onFile={(file) => {
					touch();
					forget('blob');
					forget('columns');
					change(({ isKnown, columns }) => ({ file, pasted: '', columns: isKnown ? columns : null }));
				}}
			/>
			{table !== null && (
				<Columns
					table={table}
					problems={table.problem === null ? sentencesAt('columns', 'Columns') : []}
					onColumns={(columns) => {
						forget('columns');
						change(() => ({ columns }));
					}}
				/>
			)}
			<div class="buttons">
				<button type="submit" class="main" aria-busy={isBusy ? 'true' : undefined}>
					Look at the plan
				</button>
				<span class="soft">Nothing is sent to the agent yet.</span>
			</div>
		</FormFrame>
	);
}

interface ColumnsProps {
	table: TablePreview;
	problems: readonly string[];
	onColumns: (columns: NonNullable<ImportDraft['columns']>) => void;
}

/** What the reader made of the table. */
function Columns({ table, problems, onColumns }: ColumnsProps) {
	const sentences = [...(table.problem === null ? [] : [table.problem]), ...problems];
	return (
		<>
			{table.titles.length > 0 && <ColumnsTable table={table} problems={sentences} onColumns={onColumns} />}
			{table.notes.map((note) => (
				<p key={note} class="soft">
					{note}
				</p>
			))}
		</>
	);
}
