import { at } from '../api/base-path';
import { listTasks } from '../api/client';
import { useLive } from '../api/live';
import { Loaded } from '../parts/loaded';
import { StatePill } from './state-pill';
import { taskLink } from './task-panel-address';

const SHOWN = 20;

/** The tasks that a task has started, newest first. */
export function ChildTasks({ parent }: { parent: string }) {
	const live = useLive(() => listTasks({ parent, limit: String(SHOWN) }), [parent]);
	return (
		<section aria-label="Child tasks">
			<h3>Child tasks</h3>
			<Loaded live={live}>
				{({ items, nextPageToken }) => (
					<>
						{items.length === 0 && <p class="soft">None yet.</p>}
						<ul class="lines">
							{items.map((task) => (
								<li key={task.id} class="row">
									<a href={taskLink(task.id)}>{task.agentId ?? task.id}</a>
									<StatePill task={task} />
								</li>
							))}
						</ul>
						{nextPageToken !== null && (
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
