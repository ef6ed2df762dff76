import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ownConnections } from '../api/session';
import type { BulkFilter, BulkSelection } from '../api/types';
import { counted } from '../words/words';
import {
	ACTIONS_OF,
	type BulkActionName,
	type BulkKind,
	type Choice,
	allOf,
	chooseAll,
	chooseNone,
	chosen,
	LABELS,
	ofOwn,
	targetOf,
} from './choice';
import { PreviewWindow } from './preview-window';
import { usePreview } from './use-preview';

export interface BulkBarProps {
	/** The rows that the page shows. Those of another page are forgotten. */
	kinds: readonly BulkKind[];
	/** Which rows the page shows, as a bulk action has it. Null: a bulk action cannot say it, so all that match cannot be chosen. */
	filter: BulkFilter | null;
	/** Why there is no filter, in a sentence for people. */
	whyNone?: string;
}

/** What can be done with the chosen rows, at the foot of the window. Nothing if none is chosen. */
export function BulkBar({ kinds, filter, whyNone }: BulkBarProps) {
	const filterKey = JSON.stringify(filter);
	useEffect(() => chooseNone, [filterKey]);
	const choice = chosen();
	if (choice === null || !kinds.includes(choice.kind)) return null;
	return <Bar choice={choice} filter={filter} whyNone={whyNone} />;
}

interface BarProps {
	choice: Choice;
	filter: BulkFilter | null;
	whyNone: string | undefined;
}

function Bar({ choice: { kind, ids, isAll }, filter, whyNone }: BarProps) {
	const asked = useSignal<BulkActionName | null>(null);
	const target = targetOf(kind);
	const all = filter === null ? null : allOf(filter, kind);
	const rows = isAll && all !== null ? all : ofOwn({ ids: [...ids] }, ownConnections(), filter?.connection);
	const matching = useCount(all === null ? null : { action: ACTIONS_OF[kind][0], target, ...all });
	return (
		<section class="bulk" aria-label="Selected">
			<p aria-live="polite">
				{isAll ? `All${matching} that match are selected.` : `${counted(ids.size, 'row')} selected.`}
			</p>
			{filter === null && whyNone !== undefined && (
				<p class="soft">{`All that match cannot be selected. ${whyNone}`}</p>
			)}
			<div class="buttons">
				{!isAll && all !== null && (
					<button type="button" onClick={() => chooseAll(kind)}>
						{`Select all${matching} that match`}
					</button>
				)}
				{ACTIONS_OF[kind].map((action) => (
					<button
						key={action}
						type="button"
						class={action === 'cancel' ? 'bad' : undefined}
						onClick={() => {
							asked.value = action;
						}}
					>
						{LABELS[action]}
					</button>
				))}
				<button type="button" class="quiet" onClick={chooseNone}>
					Clear
				</button>
			</div>
			{asked.value !== null && (
				<PreviewWindow
					chosen={{ action: asked.value, target, ...rows }}
					close={() => {
						asked.value = null;
					}}
				/>
			)}
		</section>
	);
}

/** " 512", once it is known. It is the same for every action, because the filter says the state of the rows. */
function useCount(wanted: BulkSelection | null): string {
	const { value } = usePreview(wanted);
	return value === undefined ? '' : ` ${value.countIsExact ? '' : 'more than '}${value.count.toLocaleString('en')}`;
}
