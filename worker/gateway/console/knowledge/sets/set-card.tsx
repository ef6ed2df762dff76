import type { TaskType } from '../../api/types';
import { setLink } from '../set-address';
import { setId } from '../set-id';
import type { SetNow } from './read-sets';
import { RunningSync } from './running-sync';
import { OfAgent, SetFacts, SetPill } from './set-facts';

export interface SetCardProps {
	set: SetNow;
	/** Undefined until the catalogue was read. */
	type: TaskType | undefined;
}

/** A set of an agent. Its panel has the rest. */
export function SetCard({ set, type }: SetCardProps) {
	const { set: name, running } = set;
	return (
		<li class="card" data-key={setId(set)}>
			<div class="row">
				<h3>
					<a href={setLink(set)}>{name}</a>
				</h3>
				<SetPill set={set} />
			</div>
			<OfAgent set={set} />
			<SetFacts set={set} />
			{running.map((task) => (
				<RunningSync key={task.id} task={task} type={type} />
			))}
		</li>
	);
}
