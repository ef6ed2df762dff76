import { TITLES } from '../addresses';
import { listSubscriptions } from '../api/client';
import { useLive } from '../api/live';
import { may } from '../api/session';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { TaskPanel } from '../tasks/task-panel';
import { DeliveriesPanel } from './deliveries-panel';
import { SubscriptionCard } from './subscription-card';
import { openSubscriptionForm, SubscriptionPanel } from './subscription-panel';

const NONE = 'None yet. Nobody is notified when a task fails.';

/** Each subscription: who is notified of what, and whether it arrived. */
export function NotificationsPage() {
	const live = useLive(listSubscriptions, []);
	return (
		<Page title={TITLES['/notifications']}>
			<p class="soft">
				Events of tasks go to Slack, Teams, mailboxes or programs. Each subscription has its own events.
			</p>
			{may('start') && (
				<div class="buttons">
					<button type="button" class="main" onClick={() => openSubscriptionForm('')}>
						New subscription
					</button>
				</div>
			)}
			<Loaded live={live}>
				{(subscriptions) =>
					subscriptions.length === 0 ? (
						<p class="soft">{NONE}</p>
					) : (
						<ul class="cards">
							{subscriptions.map((each) => (
								<SubscriptionCard key={each.id} subscription={each} />
							))}
						</ul>
					)
				}
			</Loaded>
			<SubscriptionPanel />
			<TaskPanel />
			<DeliveriesPanel subscriptions={live.value ?? []} />
		</Page>
	);
}
