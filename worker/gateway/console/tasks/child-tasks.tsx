import { at } from '../api/base-path';
import { listTasks } from '../api/client';
import { useLive } from '../api/live';
import { AgentName } from '../parts/agent-name';
import { Loaded } from '../parts/loaded';
import { StatePill } from './state-pill';
import { taskLink } from './task-panel-address';

const SHOWN = 20;

/** Those that somebody has to look at come first, however old they are among many. */
async function readChildren(parent: string) {
	const some = { parent, limit: String(SHOWN) };
	const [bad, newest] = await Promise.all([
		listTasks({ ...some, needsAttention: 'true', reasons: 'true' }),
		listTasks({ ...some, needsAttention: 'false' }),
	]);
	const items = [...bad.items, ...newest.items];
	return {
		items: items.slice(0, SHOWN),
		isCut: items.length > SHOWN || bad.nextPageToken !== null || newest.nextPageToken !== null,
	};
}

/** The tasks that a task has started: first those that failed, each with its reason. */
export function ChildTasks({ parent }: { parent: string }) {
	const live = useLive(() => readChildren(parent), [parent]);
	return (
		<section aria-label="Child tasks">
			<h3>Child tasks</h3>
			<Loaded live={live}>
				{({ items, isCut }) => (
					<>
						{items.length === 0 && <p class="soft">None yet.</p>}
						<ul class="lines">
							{items.map((task) => (
								<li key={task.id} class="row">
									<a href={taskLink(task.id)}>
										<AgentName connection={task.connection} agentId={task.agentId}>
											{task.id}
										</AgentName>
									</a>
									<StatePill task={task} />
									{task.reason !== null && <p class="reason soft">{task.reason}</p>}
								</li>
							))}
						</ul>
						{isCut && (
							<p>
								<a href={at(`/tasks?${new URLSearchParams({ parent }).toString()}`)}>All child tasks</a>
							</p>
						)}
					</>
				)}
			</Loaded>
		</section>
	);
}
