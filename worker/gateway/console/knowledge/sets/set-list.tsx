import type { Live } from '../../api/live';
import { may } from '../../api/session';
import type { TaskType } from '../../api/types';
import { Loaded } from '../../parts/loaded';
import { importLink } from '../set-address';
import { setId } from '../set-id';
import type { SetsNow } from './read-sets';
import { RunningSync } from './running-sync';
import { SetCard } from './set-card';
import { OfAgent } from './set-facts';

export interface SetListProps {
	live: Live<SetsNow>;
	type: TaskType | undefined;
}

/** Each set of each agent, and what runs for it. */
export function SetList({ live, type }: SetListProps) {
	return (
		<Loaded live={live}>
			{({ sets, first }) => (
				<>
					{first.length > 0 && <h2>First syncs</h2>}
					{first.map(({ task, set }) => (
						<section key={task.id} aria-label={set.set}>
							<h3>{set.set}</h3>
							<OfAgent set={set} />
							<RunningSync task={task} type={type} />
						</section>
					))}
					<h2>{`Sets (${sets.length})`}</h2>
					{sets.length === 0 ? (
						<NoSet />
					) : (
						<ul class="cards">
							{sets.map((set) => (
								<SetCard key={setId(set)} set={set} type={type} />
							))}
						</ul>
					)}
				</>
			)}
		</Loaded>
	);
}

function NoSet() {
	return (
		<p class="soft">
			{
				'A set has a name and rows, such as the questions and answers of a table. A sync makes an agent know what the set says, and touches nothing that people added by hand. '
			}
			{may('start') && (
				<>
					<a href={importLink()}>Import a table</a>
					{', or sync a set from n8n or the command line.'}
				</>
			)}
		</p>
	);
}
