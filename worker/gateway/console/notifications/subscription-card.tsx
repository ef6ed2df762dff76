import { changeSubscription, deleteSubscription, sendSample } from '../api/client';
import { newKey } from '../api/gateway';
import { may } from '../api/session';
import type { ListedSubscription, Subscription } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { Notices } from '../parts/notices';
import { Pill } from '../parts/pill';
import { confirmed } from '../parts/question';
import { Ago } from '../parts/times';
import { EVENTS, FORMATS } from '../words/events';
import { counted } from '../words/words';
import { openDeliveries } from './deliveries-panel';
import { openSubscriptionForm } from './subscription-panel';
import { needsDecide, receiverOf, titleOf } from './title';

/** A subscription in the list. */
export function SubscriptionCard({ subscription }: { subscription: ListedSubscription }) {
	const { id, format, events, digests, connection, enabled, undelivered } = subscription;
	const title = titleOf(subscription);
	return (
		<li class="card" data-key={id}>
			<div class="row">
				<h2>{title}</h2>
				{!enabled ? (
					<Pill look="quiet">Paused</Pill>
				) : undelivered === null ? (
					<Pill look="good">Active</Pill>
				) : (
					<Pill look="bad">Failing</Pill>
				)}
			</div>
			{undelivered !== null && (
				<p class="bad">
					{counted(undelivered.count, 'message')} did not arrive, the oldest <Ago at={undelivered.since} />. The
					deliveries say why.
				</p>
			)}
			<dl>
				<dt>Format</dt>
				<dd>{FORMATS[format] ?? format}</dd>
				<dt>Goes to</dt>
				<dd>{receiverOf(subscription)}</dd>
				<dt>Events</dt>
				<dd>
					<ul class="plain">
						{events.map((event) => (
							<li key={event}>
								{EVENTS[event] ?? event}
								{event === 'schedule.digest' && (digests === 'all' ? ', also if all is well' : ', if it needs a look')}
							</li>
						))}
					</ul>
				</dd>
				<dt>Connection</dt>
				<dd>{connection ?? 'all'}</dd>
			</dl>
			<Notices>
				<div class="buttons">
					<button type="button" aria-label={`Deliveries of ${title}`} onClick={() => openDeliveries(id)}>
						Deliveries
					</button>
					{may('start') && <Actions subscription={subscription} title={title} />}
				</div>
			</Notices>
		</li>
	);
}

function Actions({ subscription, title }: { subscription: Subscription; title: string }) {
	const { id, events, enabled } = subscription;
	const [first] = events;
	const mayChange = !needsDecide(events) || may('decide');
	const test = async () => {
		if (first === undefined) return undefined;
		await sendSample(id, first);
		return `A sample of “${EVENTS[first] ?? first}” is on its way. The deliveries show what came of it.`;
	};
	const turn = async () => {
		await changeSubscription(id, { enabled: !enabled }, newKey());
		return enabled ? `${title} is paused. Events of this time are not sent later.` : `${title} is active.`;
	};
	const remove = async () => {
		const question = `Delete the subscription “${title}”? It then gets no further messages, and its deliveries are gone from this page.`;
		if (!(await confirmed(question, 'Delete'))) return undefined;
		await deleteSubscription(id);
		return undefined;
	};
	return (
		<>
			{enabled && <ActionButton label="Send a test" name={`Send a test to ${title}`} act={test} />}
			{mayChange && (
				<button type="button" aria-label={`Edit ${title}`} onClick={() => openSubscriptionForm(id)}>
					Edit
				</button>
			)}
			{mayChange && (
				<ActionButton
					key="turn"
					label={enabled ? 'Pause' : 'Resume'}
					name={`${enabled ? 'Pause' : 'Resume'} ${title}`}
					act={turn}
				/>
			)}
			<ActionButton label="Delete" name={`Delete ${title}`} look="bad" act={remove} />
		</>
	);
}
