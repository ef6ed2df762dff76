import { useEffect } from 'preact/hooks';
import { readTask, startTask } from '../../api/client';
import { useLive } from '../../api/live';
import type { KnowledgeSyncResult, Task } from '../../api/types';
import type { Field } from '../../forms/field';
import { refusalOf } from '../../forms/refusal';
import type { Draft } from '../../forms/use-draft';
import { FocusedHeading } from '../../parts/focused-heading';
import { Loaded } from '../../parts/loaded';
import { useSay } from '../../parts/notices';
import { useAction } from '../../parts/use-action';
import { ProgressBar } from '../../tasks/progress-bar';
import { stageOf } from '../../tasks/state';
import { StatePill } from '../../tasks/state-pill';
import { taskLink } from '../../tasks/task-panel-address';
import { uncheckedText } from '../../words/unchecked-words';
import { KnownDifferencesOf } from '../differences/plan-differences';
import { readDifferences } from '../differences/read-differences';
import { SyncError } from '../sync-error';
import type { ImportDraft } from './import-draft';
import { importInput } from './import-input';
import { hasChanges, planWords } from './plan-words';
import { RefusedRows } from './refused-rows';
import { Unusable } from './unusable-rows';

const HEADING = 'import-plan';
const UNKNOWN_OUTCOME = 'Whether it is applied is unknown. Press the button again: the gateway applies it only once.';

const NOTHING = {
	inStep: 'There is nothing to apply: the agent knows what the table says.',
	refused: 'There is nothing to apply: the agent knows the rows that can be used.',
};

export interface PlanOfTableProps {
	/** The task that makes the plan. */
	id: string;
	fields: readonly Field[];
	draft: Draft<ImportDraft>;
}

/** The plan, while it is made and as it is, and the button that applies what is shown. */
export function PlanOfTable({ id, fields, draft }: PlanOfTableProps) {
	const live = useLive(async () => {
		const task = await readTask(id);
		const result = task.status === 'completed' ? resultOf(task) : null;
		const isShown = result !== null && hasRows(result);
		return { task, found: isShown ? await readDifferences({ taskId: id, planHash: result.planHash }) : null };
	}, [id]);
	return (
		<section class="part" aria-labelledby={HEADING}>
			<FocusedHeading id={HEADING} text="The plan" />
			<Loaded live={live}>
				{({ task, found }) => {
					if (task.status === 'running') return <Making task={task} />;
					const result = task.status === 'completed' ? resultOf(task) : null;
					if (result === null)
						return task.error === null ? <StatePill task={task} /> : <SyncError error={task.error} />;
					return (
						<>
							<Sum id={id} result={result} />
							<Unusable rows={result.unusable} />
							{found !== null && <KnownDifferencesOf found={found} message="" heading="h3" />}
							<Apply result={result} fields={fields} draft={draft} />
						</>
					);
				}}
			</Loaded>
		</section>
	);
}

function Making({ task }: { task: Task }) {
	return (
		<>
			<p class="stage" role="status">
				{stageOf(task)}
			</p>
			<ProgressBar task={task} />
		</>
	);
}

/** The plan in a sentence. It comes into sight, because it stands below a form. */
function Sum({ id, result }: { id: string; result: KnowledgeSyncResult }) {
	useEffect(() => document.getElementById(HEADING)?.scrollIntoView(), []);
	return (
		<p>
			<strong>{planWords(result.steps)}</strong> <a href={taskLink(id)}>Open the task</a>
		</p>
	);
}

function resultOf({ result }: Task): KnowledgeSyncResult | null {
	return result as KnowledgeSyncResult | null;
}

/** Whether anything differs, or a row is refused. */
function hasRows({ differences, rows }: KnowledgeSyncResult): boolean {
	return differences !== null || rows.length > 0;
}

function Apply({ result, fields, draft }: Omit<PlanOfTableProps, 'id'> & { result: KnowledgeSyncResult }) {
	const say = useSay();
	const { typed, setTyped } = draft;
	const { isBusy, run } = useAction(
		(error) => say(new Error(refusalOf(error, [], UNKNOWN_OUTCOME).sentences.join(' '))),
		async () => {
			const body = { ...importInput(fields, typed).input, planHash: result.planHash };
			const { id, warnings } = await typed.applying.send(body, (key) => startTask('knowledge-sync', body, key));
			setTyped((before) => ({ ...before, apply: id }));
			return uncheckedText(warnings);
		},
	);
	if (!hasChanges(result))
		return (
			<div class="note">
				<p>{NOTHING[result.refusedRows === 0 ? 'inStep' : 'refused']}</p>
				<RefusedRows result={result} />
			</div>
		);
	return (
		<div class="buttons">
			<button type="button" class="main" aria-busy={isBusy ? 'true' : undefined} onClick={() => void run()}>
				Apply
			</button>
			<span class="soft">It does what is shown here. If the set or the agent has changed since, nothing is sent.</span>
		</div>
	);
}
