import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ownConnections } from '../api/session';
import type { BulkFilter, BulkSelection } from '../api/types';
import { counted } from '../words/words';
import {
	ACTIONS_OF,
	type BulkActionName,
	type BulkKind,
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
	/** Which rows match, as a bulk action has it. Null: a bulk action cannot say it, so all that match cannot be chosen. */
	filter: BulkFilter | null;
}

/** What can be done with the chosen rows, at the foot of the window. Nothing if none is chosen. */
export function BulkBar({ kinds, filter }: BulkBarProps) {
	const filterKey = JSON.stringify(filter);
	const asked = useSignal<BulkActionName | null>(null);
	useEffect(() => chooseNone, [filterKey]);
	const choice = chosen();
	if (choice === null || !kinds.includes(choice.kind)) return null;
	const { kind, ids, isAll } = choice;
	const target = targetOf(kind);
	const rows = isAll ? allOf(filter) : ofOwn({ ids: [...ids] }, ownConnections(), filter?.connection);
	return (
		<section class="bulk" aria-label="Selected">
			<p aria-live="polite">{isAll ? 'All that match are selected.' : `${counted(ids.size, 'row')} selected.`}</p>
			<div class="buttons">
				{!isAll && filter !== null && <AllButton kind={kind} filter={filter} />}
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

/** Everything is meant where the page has no filter: somebody pressed the button that says so. */
function allOf(filter: BulkFilter | null): BulkFilter {
	const given = ofOwn(filter ?? {}, ownConnections());
	return Object.keys(given).length > 0 ? given : { all: true };
}

/** "Select all 512 that match", by the first action of the rows. */
function AllButton({ kind, filter }: { kind: BulkKind; filter: BulkFilter }) {
	const wanted: BulkSelection = { action: ACTIONS_OF[kind][0], target: targetOf(kind), ...allOf(filter) };
	const { value } = usePreview(wanted);
	const count =
		value === undefined ? '' : ` ${value.countIsExact ? '' : 'more than '}${value.count.toLocaleString('en')}`;
	return (
		<button type="button" onClick={() => chooseAll(kind)}>
			{`Select all${count} that match`}
		</button>
	);
}
