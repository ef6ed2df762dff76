import { useMemo } from 'preact/hooks';
import type { Live } from '../../api/live';
import { may } from '../../api/session';
import type { KnowledgeSet, TaskType } from '../../api/types';
import type { Field } from '../../forms/field';
import { type FieldSchema, fieldsOf } from '../../forms/fields-of';
import { RestoredNotice } from '../../forms/restored-notice';
import { typedForm } from '../../forms/typed';
import { type Draft, useDraft } from '../../forms/use-draft';
import { useRefusals } from '../../forms/use-refusals';
import { Loaded } from '../../parts/loaded';
import { openIdOf, Panel } from '../../parts/panel';
import { ApplyProgress } from './apply-progress';
import { type ImportDraft, importAgain, importDrafts, nextFile } from './import-draft';
import { ImportForm } from './import-form';
import type { SetsNow } from '../sets/read-sets';
import { IMPORT_PANEL } from '../set-address';
import { setId, setNamed } from '../set-id';
import { PlanOfTable } from './plan-of-table';

/** The fields of a sync that a person chooses beside the table. */
const FIELDS = ['connection', 'agentId', 'set', 'mode', 'drift', 'existing', 'prove', 'reviewers'];
/** Those that most people leave as they are. */
const RARE = ['drift', 'existing', 'prove', 'reviewers'];

interface ImportPanelProps {
	live: Live<SetsNow>;
	/** Undefined until the catalogue was read. */
	type: TaskType | undefined;
}

/** Brings a table of questions and answers to an agent: the rows, the plan, and what became of them. */
export function ImportPanel({ live, type }: ImportPanelProps) {
	const id = openIdOf(IMPORT_PANEL);
	if (id === null || !may('start')) return null;
	return (
		<Panel key={id} name={IMPORT_PANEL} id={id} title="Import a table">
			<Loaded live={type === undefined ? { ...live, value: undefined } : live}>
				{({ sets }) => {
					const known = sets.find((set) => setId(set) === id)?.settings ?? null;
					return type === undefined ? null : <Steps id={id} type={type} known={known} />;
				}}
			</Loaded>
		</Panel>
	);
}

interface StepsProps {
	/** Names the set, or is empty. */
	id: string;
	type: TaskType;
	/** How the set was brought into step the last time; null: never, as far as is known. */
	known: KnowledgeSet['settings'];
}

function Steps({ id, type, known }: StepsProps) {
	const fields = useMemo(() => fieldsIn(type), [type.type]);
	const draft = useDraft({ drafts: importDrafts, form: id }, () =>
		importAgain(typedForm(fields, { ...setNamed(id), ...known }), known),
	);
	const wrong = useRefusals();
	const { typed, setTyped, touch, drop } = draft;
	const another = () => {
		wrong.clear();
		setTyped(nextFile);
		drop();
	};
	if (typed.apply !== null)
		return (
			<ApplyProgress
				id={typed.apply}
				type={type}
				planAgain={() => {
					touch();
					setTyped((before) => ({ ...before, isKnown: true, plan: null, apply: null }));
				}}
				onApplied={drop}
				another={another}
			/>
		);
	return (
		<>
			<RestoredNotice {...draft} startOver={() => startOver(draft, wrong.clear)} />
			<ImportForm fields={fields} draft={draft} wrong={wrong} />
			{typed.plan !== null && <PlanOfTable key={typed.plan} id={typed.plan} fields={fields} draft={draft} />}
		</>
	);
}

function startOver(draft: Draft<ImportDraft>, clear: () => void): void {
	clear();
	draft.startOver();
}

function fieldsIn({ inputSchema }: TaskType): Field[] {
	return fieldsOf(inputSchema as FieldSchema)
		.filter(({ name }) => FIELDS.includes(name))
		.map((field) => ({ ...field, isRare: RARE.includes(field.name) }));
}
