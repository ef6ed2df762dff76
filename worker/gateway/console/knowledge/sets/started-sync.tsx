import { readTask } from '../../api/client';
import { useLive } from '../../api/live';
import { Loaded } from '../../parts/loaded';
import { WithMoments } from '../../parts/times';
import { taskLink } from '../../tasks/task-panel-address';
import { SyncError } from '../sync-error';

/** What became of a sync that was started here. While it runs, the list of what runs shows it. */
export function StartedSync({ id }: { id: string }) {
	const live = useLive(() => readTask(id), [id]);
	return (
		<Loaded live={live}>
			{({ status, error, progress }) =>
				status === 'running' ? null : (
					<>
						{error === null ? (
							<p role="status">
								<WithMoments text={progress?.message ?? 'The sync has ended.'} />
							</p>
						) : (
							<SyncError error={error} />
						)}
						<p>
							<a href={taskLink(id)}>Details of the task</a>
						</p>
					</>
				)
			}
		</Loaded>
	);
}
