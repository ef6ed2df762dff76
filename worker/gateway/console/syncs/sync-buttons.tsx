import { taskPath } from '../api/client';
import { post } from '../api/gateway';
import { may } from '../api/session';
import type { TaskItem, TaskType } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { CancelButton } from '../tasks/cancel-button';
import { RetryButtons } from '../tasks/retry-buttons';
import { shortId } from '../tasks/state';
import { openTask } from '../tasks/task-panel-address';
import { ACTIONS, counted, wordOf } from '../words/words';
import { openRefused } from './refused-panel-address';

export interface SyncButtonsProps {
	sync: TaskItem;
	/** Of the sync, for screen readers. */
	title: string;
	/** Undefined until the catalogue was read. */
	type: TaskType | undefined;
}

/** What a person may do with a sync now. */
export function SyncButtons({ sync, title, type }: SyncButtonsProps) {
	const { id, status, stage, progress } = sync;
	const isOfLeads = sync.type === 'lead-sync';
	const isRunning = status === 'running';
	const isPaused = stage === 'paused';
	const maySteer = isRunning && may('start');
	const refused = progress?.itemsFailed ?? 0;
	const refusedLabel = counted(refused, 'refused lead');
	return (
		<div class="buttons">
			{maySteer && !isPaused && <SyncAction id={id} action="sync-now" title={title} />}
			{maySteer && <SyncAction key="pause" id={id} action={isPaused ? 'resume' : 'pause'} title={title} />}
			{isRunning && isOfLeads && refused > 0 && (
				<button type="button" aria-label={`${refusedLabel}: ${title}`} onClick={() => openRefused(id)}>
					{refusedLabel}
				</button>
			)}
			<button type="button" aria-label={`Details of the sync ${shortId(id)}: ${title}`} onClick={() => openTask(id)}>
				Details
			</button>
			<RetryButtons task={sync} type={type} />
			{maySteer && <CancelButton task={sync} title={isOfLeads ? 'Lead sync' : 'Conversation sync'} />}
		</div>
	);
}

function SyncAction({ id, action, title }: { id: string; action: string; title: string }) {
	const label = wordOf(ACTIONS, action) ?? action;
	const act = async () => (await post(`${taskPath(id)}/actions/${action}`, {})).message;
	return <ActionButton label={label} name={`${label}: ${title}`} act={act} />;
}
