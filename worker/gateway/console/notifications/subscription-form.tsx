import { changeSubscription, createSubscription, listConnections } from '../api/client';
import { useLive } from '../api/live';
import { may, ownConnections } from '../api/session';
import type { Subscription } from '../api/types';
import { Drafts } from '../api/drafts';
import { useAllowedHosts } from '../forms/allowed-hosts';
import { Box } from '../forms/controls/box';
import { ChoiceControl, LongTextControl, TextControl } from '../forms/controls/plain-controls';
import { ZoneControl } from '../forms/controls/zone-control';
import { FormFrame } from '../forms/form-frame';
import { Labelled, LabelledGroup } from '../forms/labelled';
import { RestoredNotice } from '../forms/restored-notice';
import { type Form, fieldOf, useForm, type ValueDrafts } from '../forms/use-form';
import { EVENTS, FORMATS } from '../words/events';
import { readersZone } from '../words/times';
import { receiverOf } from './title';
import { bodyOf, changesOf, newSubscription, problemsOf, type TypedSubscription, typedOf } from './typed-subscription';

const UNKNOWN_OUTCOME = 'Whether it was saved is unknown. Press the button again: it is saved only once.';
const REVIEW = 'review.requested';

/** By the id of the subscription. Empty: of a new one. */
export const subscriptionDrafts: ValueDrafts<TypedSubscription> = new Drafts();

export interface SubscriptionFormProps {
	/** Null: a new one. */
	subscription: Subscription | null;
	/** @param secret of a new subscription with signed events, else null */
	onSaved: (secret: string | null) => void;
}

/** Who is notified of what. */
export function SubscriptionForm({ subscription, onSaved }: SubscriptionFormProps) {
	const { value: connections = [] } = useLive(listConnections, []);
	const own = ownConnections();
	const form = useForm<TypedSubscription>({
		initial: () => (subscription === null ? newSubscription(readersZone(), own?.[0]) : typedOf(subscription)),
		place: { drafts: subscriptionDrafts, form: subscription?.id ?? '' },
		check: (typed) => problemsOf(typed, subscription === null),
		async send(typed, key, initial) {
			if (subscription === null) return onSaved((await createSubscription(bodyOf(typed), key)).secret);
			const changes = changesOf(initial, typed);
			if (Object.keys(changes).length > 0) await changeSubscription(subscription.id, changes, key);
			return onSaved(null);
		},
		unknownOutcome: UNKNOWN_OUTCOME,
	});
	const { values, change } = form;
	return (
		<FormFrame name="Subscription" refusals={form.refusals} submit={form.submit} touch={form.touch}>
			<RestoredNotice {...form} />
			{subscription === null && (
				<Labelled {...fieldOf(form, 'format', { label: 'Where the messages go', help: 'It cannot change later' })}>
					{(attributes) => (
						<ChoiceControl
							attributes={attributes}
							typed={values.format}
							options={Object.entries(FORMATS)}
							none={null}
							onType={(format) => change({ format: format as TypedSubscription['format'] })}
						/>
					)}
				</Labelled>
			)}
			<Receiver form={form} subscription={subscription} />
			<Events form={form} />
			<Labelled {...fieldOf(form, 'connection', { label: 'Connection' })}>
				{(attributes) => (
					<ChoiceControl
						attributes={attributes}
						typed={values.connection}
						options={connections.map(({ name }) => [name, name] as const)}
						none={own === null ? 'All connections' : null}
						onType={(connection) => change({ connection })}
					/>
				)}
			</Labelled>
			<Labelled
				{...fieldOf(form, 'timeZone', {
					label: 'Time zone',
					help: 'Of the times in messages, such as Europe/Berlin. Empty: that of the connection',
				})}
			>
				{(attributes) => (
					<ZoneControl attributes={attributes} typed={values.timeZone} onType={(timeZone) => change({ timeZone })} />
				)}
			</Labelled>
			<Labelled
				{...fieldOf(form, 'description', {
					label: 'Name',
					help: 'For people: in the list, and at the end of its mails',
				})}
			>
				{(attributes) => (
					<TextControl
						attributes={attributes}
						typed={values.description}
						onType={(description) => change({ description })}
					/>
				)}
			</Labelled>
			<div class="buttons">
				<button type="submit" class="main" aria-busy={form.isBusy ? 'true' : undefined}>
					{subscription === null ? 'Create the subscription' : 'Save'}
				</button>
			</div>
		</FormFrame>
	);
}

interface PartProps {
	form: Form<TypedSubscription>;
}

function Receiver({ form, subscription }: PartProps & Pick<SubscriptionFormProps, 'subscription'>) {
	const { format, url, recipients } = form.values;
	const hosts = useAllowedHosts();
	if (format === 'email')
		return (
			<Labelled
				{...fieldOf(form, 'recipients', { label: 'Recipients', help: 'One email address per line', isRequired: true })}
			>
				{(attributes) => (
					<LongTextControl
						attributes={attributes}
						typed={recipients}
						onType={(typed) => form.change({ recipients: typed })}
						isList
					/>
				)}
			</Labelled>
		);
	const isKept = subscription !== null && (format === 'slack' || format === 'teams');
	const help = isKept ? `Empty: the messages still go to ${receiverOf(subscription)}` : `An incoming webhook. ${hosts}`;
	return (
		<>
			<Labelled {...fieldOf(form, 'url', { label: 'Address', help, isRequired: !isKept })}>
				{(attributes) => (
					<TextControl attributes={attributes} typed={url} onType={(typed) => form.change({ url: typed })} />
				)}
			</Labelled>
			{format === 'slack' && <SlackBot form={form} isKept={isKept} />}
		</>
	);
}

const CHANNEL_HELP =
	'Only for a bot, which keeps the messages of one incident in a thread. The address is then https://slack.com/api/chat.postMessage';

/** An incoming webhook of Slack has its channel in its address. A bot needs one. */
function SlackBot({ form, isKept }: PartProps & { isKept: boolean }) {
	const { channel, token } = form.values;
	const help = isKept ? 'Empty: it stays as it is' : 'It needs the scope chat:write. Nobody is shown it again';
	return (
		<>
			<Labelled {...fieldOf(form, 'channel', { label: 'Channel ID', help: CHANNEL_HELP })}>
				{(attributes) => (
					<TextControl attributes={attributes} typed={channel} onType={(typed) => form.change({ channel: typed })} />
				)}
			</Labelled>
			{channel.trim() !== '' && (
				<Labelled {...fieldOf(form, 'token', { label: 'Token of the bot', help, isRequired: !isKept })}>
					{(attributes) => (
						<TextControl attributes={attributes} typed={token} onType={(typed) => form.change({ token: typed })} />
					)}
				</Labelled>
			)}
		</>
	);
}

/** A link to a review decides, so only people who may decide can subscribe to it. */
function Events({ form }: PartProps) {
	const { events, digests } = form.values;
	const offered = Object.entries(EVENTS).filter(
		([event]) => event !== REVIEW || may('decide') || events.includes(REVIEW),
	);
	const choose = (event: string, isChosen: boolean) =>
		form.change({ events: isChosen ? [...events, event] : events.filter((each) => each !== event) });
	return (
		<LabelledGroup {...fieldOf(form, 'events', { label: 'Events', isRequired: true })}>
			<div class="choices">
				{offered.map(([event, words]) => (
					<Box
						key={event}
						label={words}
						isChecked={events.includes(event)}
						onChange={(isChosen) => choose(event, isChosen)}
					/>
				))}
				{events.includes('schedule.digest') && (
					<Box
						label="Scheduled retrains also if all is well"
						isChecked={digests === 'all'}
						onChange={(isAll) => form.change({ digests: isAll ? 'all' : 'problems' })}
					/>
				)}
			</div>
		</LabelledGroup>
	);
}
