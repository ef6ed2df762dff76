import { useState } from 'preact/hooks';
import { listDeliveries, resendDelivery } from '../api/client';
import { useLive } from '../api/live';
import { may } from '../api/session';
import type { Delivery, Subscription } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { Loaded } from '../parts/loaded';
import { openIdOf, openPanel, Panel } from '../parts/panel';
import { type Look, Pill } from '../parts/pill';
import { Table } from '../parts/table';
import { Ago, At } from '../parts/times';
import { openTask } from '../tasks/task-panel-address';
import { DELIVERIES, EVENTS } from '../words/events';
import { titleOf } from './title';

const NAME = 'deliveries';

/** @param id of a subscription */
export function openDeliveries(id: string): void {
	openPanel(NAME, id);
}

/** What was sent to a subscription, newest first, and what came of it. */
export function DeliveriesPanel({ subscriptions }: { subscriptions: readonly Subscription[] }) {
	const id = openIdOf(NAME);
	const subscription = subscriptions.find((each) => each.id === id);
	return id === null ? null : (
		<OpenDeliveries key={id} id={id} title={subscription === undefined ? 'Deliveries' : titleOf(subscription)} />
	);
}

function OpenDeliveries({ id, title }: { id: string; title: string }) {
	const [tokens, setTokens] = useState<readonly string[]>([]);
	const token = tokens.at(-1);
	const live = useLive(() => listDeliveries(id, token), [id, token]);
	return (
		<Panel name={NAME} id={id} title={title === 'Deliveries' ? title : `Deliveries: ${title}`}>
			<Loaded live={live}>
				{({ items, nextPageToken }) => (
					<>
						{items.length === 0 ? <p>Nothing was sent yet.</p> : <Deliveries id={id} items={items} />}
						<div class="buttons">
							{token !== undefined && (
								<button key="newer" type="button" onClick={() => setTokens(tokens.slice(0, -1))}>
									Newer
								</button>
							)}
							{nextPageToken !== null && (
								<button key="older" type="button" onClick={() => setTokens([...tokens, nextPageToken])}>
									Older
								</button>
							)}
						</div>
						<p class="soft">
							A message that fails is sent again for 3 days. Deliveries are kept for 30 days after their end.
						</p>
					</>
				)}
			</Loaded>
		</Panel>
	);
}

const LOOKS: Readonly<Record<Delivery['status'], Look>> = {
	pending: 'busy',
	delivered: 'good',
	not_wanted: 'quiet',
	unknown: 'bad',
	failed: 'bad',
};

function Deliveries({ id, items }: { id: string; items: Delivery[] }) {
	const maySend = may('start');
	return (
		<Table columns={['Event', 'Outcome', 'Tries', ...(maySend ? ['What to do'] : [])]}>
			{items.map((delivery) => (
				<tr key={delivery.id}>
					<td>
						{EVENTS[delivery.type] ?? delivery.type}
						<p class="soft">
							<Ago at={delivery.startedAt} />
						</p>
						<TaskLink taskId={delivery.taskId} />
					</td>
					<td>
						{delivery.status === 'pending' && delivery.error !== null ? (
							<Pill look="bad">Failing</Pill>
						) : (
							<Pill look={LOOKS[delivery.status]}>{DELIVERIES[delivery.status] ?? delivery.status}</Pill>
						)}
						{delivery.answer !== null && <p class="soft">{`Response: ${delivery.answer}`}</p>}
						{delivery.error !== null && <p class="bad">{delivery.error}</p>}
					</td>
					<td>
						{delivery.attempts === null ? 'ended' : String(delivery.attempts)}
						{delivery.nextAttemptAt !== null && (
							<p class="soft">
								Next: <At at={delivery.nextAttemptAt} />
							</p>
						)}
					</td>
					{maySend && (
						<td>
							<SendAgain id={id} delivery={delivery} />
						</td>
					)}
				</tr>
			))}
		</Table>
	);
}

/** A sample belongs to no task. */
function TaskLink({ taskId }: { taskId: string }) {
	if (taskId.endsWith('~sample')) return <p class="soft">A test, about no task</p>;
	return (
		<button type="button" class="quiet" aria-label={`Task ${taskId}`} onClick={() => openTask(taskId)}>
			Task
		</button>
	);
}

function SendAgain({ id, delivery }: { id: string; delivery: Delivery }) {
	const act = async () => {
		await resendDelivery(id, delivery.id);
		return 'It is sent again, with the same ID. The newest delivery shows what came of it.';
	};
	return <ActionButton label="Send again" name={`Send again: ${delivery.type}, ${delivery.startedAt}`} act={act} />;
}
