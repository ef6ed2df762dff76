import { useMemo } from 'preact/hooks';
import { listTaskTypes } from '../../api/client';
import { useLive } from '../../api/live';
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
import { IMPORT_PANEL } from '../set-address';
import { setNamed } from './named-set';
import { knownSettings } from './known-settings';
import { PlanOfTable } from './plan-of-table';

const TASK = 'knowledge-sync';
/** The fields of a sync that a person chooses beside the table. */
const FIELDS = ['connection', 'agentId', 'set', 'mode', 'drift', 'existing', 'prove', 'reviewers'];
/** Those that most people leave as they are. */
const RARE = ['drift', 'existing', 'prove', 'reviewers'];

/** Brings a table of questions and answers to an agent: the rows, the plan, and what became of them. */
export function ImportPanel() {
	const set = openIdOf(IMPORT_PANEL);
	return set === null || !may('start') ? null : <OpenImport key={set} set={set} />;
}

function OpenImport({ set }: { set: string }) {
	const live = useLive(async () => ({ types: await listTaskTypes(), known: await knownSettings(set) }), [set]);
	return (
		<Panel name={IMPORT_PANEL} id={set} title="Import a table">
			<Loaded live={live}>
				{({ types, known }) => {
					const type = types.find((each) => each.type === TASK);
					if (type === undefined) return <p>This gateway has no such task.</p>;
					return <Steps set={set} type={type} known={known} />;
				}}
			</Loaded>
		</Panel>
	);
}

interface StepsProps {
	set: string;
	type: TaskType;
	/** How the set was brought into step the last time; null: never, as far as is known. */
	known: KnowledgeSet['settings'];
}

function Steps({ set, type, known }: StepsProps) {
	const fields = useMemo(() => fieldsIn(type), [type.type]);
	const draft = useDraft({ drafts: importDrafts, form: set }, () =>
		importAgain(typedForm(fields, { ...setNamed(set), ...known }), known),
	);
	const wrong = useRefusals();
	const { typed, setTyped, drop } = draft;
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
				planAgain={() => setTyped((before) => ({ ...before, plan: null, apply: null }))}
				onEnd={drop}
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
