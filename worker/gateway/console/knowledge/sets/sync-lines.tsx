import { useState } from 'preact/hooks';
import type { SetSync } from '../../api/types';
import { Pill } from '../../parts/pill';
import { Ago } from '../../parts/times';
import { taskLink } from '../../tasks/task-panel-address';
import { PlanDifferences } from '../differences/plan-differences';
import { OUTCOMES } from '../words';

/** The last syncs of a set, newest first. Each opens what differed in its plan. */
export function SyncLines({ syncs }: { syncs: readonly SetSync[] }) {
	if (syncs.length === 0) return <p class="soft">No sync is on record.</p>;
	return (
		<ul class="lines">
			{syncs.map((sync) => (
				<SyncLine key={`${sync.endedAt} ${sync.taskId}`} sync={sync} />
			))}
		</ul>
	);
}

function SyncLine({ sync }: { sync: SetSync }) {
	const [isOpen, setOpen] = useState(false);
	const { taskId, outcome, endedAt, message, inStep } = sync;
	const isApplied = outcome === 'applied';
	return (
		<li>
			<div class="row">
				<span>
					<Pill look={inStep ? 'good' : isApplied || outcome === 'stopped' ? 'attention' : 'quiet'}>
						{OUTCOMES[outcome]}
					</Pill>{' '}
					<Ago at={endedAt} />
				</span>
				<a href={taskLink(taskId)} aria-label={`Details of the sync of ${endedAt}`}>
					Details
				</a>
			</div>
			<p>{message}</p>
			<details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
				<summary>What differed</summary>
				{isOpen && <PlanDifferences sync={sync} heading="h4" />}
			</details>
		</li>
	);
}
