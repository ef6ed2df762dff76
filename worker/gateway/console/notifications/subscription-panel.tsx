import { useSignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { listSubscriptions, rotateSubscription } from '../api/client';
import { messageOf } from '../api/live';
import type { Subscription } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { closePanel, openIdOf, openPanel, Panel } from '../parts/panel';
import { confirmed } from '../parts/question';
import { SecretBox } from '../parts/secret-box';
import { SubscriptionForm, subscriptionDrafts } from './subscription-form';
import { titleOf } from './title';

const NAME = 'subscription';
const SIGNED = 'The program checks with it that an event comes from here (Standard Webhooks).';

/** @param id empty: a new one */
export function openSubscriptionForm(id: string): void {
	openPanel(NAME, id);
}

/** The form of a subscription, and its secret when there is a new one. */
export function SubscriptionPanel() {
	const id = openIdOf(NAME);
	return id === null ? null : <OpenSubscription key={id} id={id} />;
}

function OpenSubscription({ id }: { id: string }) {
	const isNew = id === '';
	const { subscription, trouble } = useOnce(id);
	const secret = useSignal<string | null>(null);
	const mayClose = async () => {
		if (secret.value !== null) return confirmed('Close the window? The secret is not shown again.', 'Close');
		if (!subscriptionDrafts.has(id)) return true;
		const isLost = await confirmed('Close the window? What you typed is lost.', 'Discard it');
		if (isLost) subscriptionDrafts.drop(id);
		return isLost;
	};
	const saved = (made: string | null) => {
		secret.value = made;
		if (made === null) closePanel();
	};
	const title = isNew ? 'New subscription' : subscription === null ? 'Subscription' : titleOf(subscription);
	return (
		<Panel name={NAME} id={id} title={title} mayClose={mayClose}>
			{secret.value !== null && <SecretBox secret={secret.value}>{SIGNED}</SecretBox>}
			{trouble !== '' && (
				<p class="note bad" role="alert">
					{trouble}
				</p>
			)}
			{isNew && secret.value === null && <SubscriptionForm subscription={null} onSaved={saved} />}
			{subscription !== null && (
				<>
					<SubscriptionForm subscription={subscription} onSaved={saved} />
					{subscription.format === 'events' && (
						<Secret
							id={id}
							show={(made) => {
								secret.value = made;
							}}
						/>
					)}
				</>
			)}
		</Panel>
	);
}

/** Read once: a later read would change what somebody edits. */
function useOnce(id: string): { subscription: Subscription | null; trouble: string } {
	const [found, setFound] = useState<{ subscription: Subscription | null; trouble: string }>({
		subscription: null,
		trouble: '',
	});
	useEffect(() => {
		if (id === '') return;
		listSubscriptions().then(
			(all) => {
				const subscription = all.find((each) => each.id === id) ?? null;
				setFound({ subscription, trouble: subscription === null ? 'Somebody deleted this subscription.' : '' });
			},
			(error: unknown) => setFound({ subscription: null, trouble: messageOf(error) }),
		);
	}, [id]);
	return found;
}

function Secret({ id, show }: { id: string; show: (secret: string | null) => void }) {
	const rotate = async () => {
		const question = 'Make a new secret? For a day, events are signed with both. Then only the new one is valid.';
		if (!(await confirmed(question, 'Make a new secret'))) return undefined;
		show((await rotateSubscription(id)).secret);
		return undefined;
	};
	return (
		<>
			<h3>Secret</h3>
			<p>The gateway does not show the secret again. If it has leaked, make a new one.</p>
			<div class="buttons">
				<ActionButton label="Make a new secret" act={rotate} />
			</div>
		</>
	);
}
