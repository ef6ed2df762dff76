import { useMemo } from 'preact/hooks';
import { changeSubscription, createSubscription, listConnections } from '../api/client';
import { useLive } from '../api/live';
import { may } from '../api/session';
import type { Subscription } from '../api/types';
import { CheckField, SelectField, TextField } from '../forms/simple-fields';
import { FormFrame } from '../forms/form-frame';
import { LabelledGroup } from '../forms/labelled';
import { type Form, fieldOf, useForm } from '../forms/use-form';
import { EVENTS, FORMATS } from '../words/events';
import { readersZone } from '../words/times';
import { receiverOf } from './title';
import { bodyOf, changesOf, newSubscription, problemsOf, type TypedSubscription, typedOf } from './typed-subscription';

const UNKNOWN_OUTCOME = 'Whether it was saved is unknown. Press the button again: it is saved only once.';
const REVIEW = 'review.requested';

export interface SubscriptionFormProps {
	/** Null: a new one. */
	subscription: Subscription | null;
	onEdit: () => void;
	/** @param secret of a new subscription with signed events, else null */
	onSaved: (secret: string | null) => void;
}

/** Who is notified of what. */
export function SubscriptionForm({ subscription, onEdit, onSaved }: SubscriptionFormProps) {
	const initial = useMemo(() => (subscription === null ? newSubscription(readersZone()) : typedOf(subscription)), []);
	const { value: connections = [] } = useLive(listConnections, []);
	const form = useForm<TypedSubscription>({
		initial,
		check: (typed) => problemsOf(typed, subscription === null),
		async send(typed, key) {
			if (subscription === null) return onSaved((await createSubscription(bodyOf(typed), key)).secret);
			const changes = changesOf(initial, typed);
			if (Object.keys(changes).length > 0) await changeSubscription(subscription.id, changes, key);
			return onSaved(null);
		},
		unknownOutcome: UNKNOWN_OUTCOME,
	});
	const { values } = form;
	const change = (changed: Partial<TypedSubscription>) => {
		form.change(changed);
		onEdit();
	};
	const text = (name: 'description' | 'timeZone', label: string, help: string) => (
		<TextField
			field={fieldOf(form, name, { label, help })}
			value={values[name]}
			onType={(typed) => change({ [name]: typed })}
		/>
	);
	return (
		<FormFrame name="Subscription" refusals={form.refusals} submit={form.submit}>
			{subscription === null && (
				<SelectField
					field={fieldOf(form, 'format', { label: 'Where the messages go', help: 'It cannot change later' })}
					value={values.format}
					options={Object.entries(FORMATS).map(([value, name]) => ({ value, text: name }))}
					onChoose={(format) => change({ format: format as TypedSubscription['format'] })}
				/>
			)}
			<Receiver form={form} subscription={subscription} change={change} />
			<Events form={form} change={change} />
			<SelectField
				field={fieldOf(form, 'connection', { label: 'Connection' })}
				value={values.connection}
				options={[
					{ value: '', text: 'All connections' },
					...connections.map(({ name }) => ({ value: name, text: name })),
				]}
				onChoose={(connection) => change({ connection })}
			/>
			{text('timeZone', 'Time zone', 'Of the times in messages for people, such as Europe/Berlin')}
			{text('description', 'Name', 'For people, shown in the list')}
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
	change: (changed: Partial<TypedSubscription>) => void;
}

function Receiver({ form, subscription, change }: PartProps & Pick<SubscriptionFormProps, 'subscription'>) {
	const { format, url, recipients } = form.values;
	if (format === 'email')
		return (
			<TextField
				field={fieldOf(form, 'recipients', {
					label: 'Recipients',
					help: 'One email address per line',
					isRequired: true,
				})}
				rows={3}
				value={recipients}
				onType={(typed) => change({ recipients: typed })}
			/>
		);
	const isKept = subscription !== null && (format === 'slack' || format === 'teams');
	const help = isKept
		? `Empty: the messages still go to ${receiverOf(subscription)}`
		: 'An incoming webhook. The configuration must allow its host (events.webhookHosts)';
	return (
		<TextField
			field={fieldOf(form, 'url', { label: 'Address', help, isRequired: !isKept })}
			value={url}
			onType={(typed) => change({ url: typed })}
		/>
	);
}

/** A link to a review decides, so only people who may decide can subscribe to it. */
function Events({ form, change }: PartProps) {
	const { events, digests } = form.values;
	const offered = Object.entries(EVENTS).filter(
		([event]) => event !== REVIEW || may('decide') || events.includes(REVIEW),
	);
	const choose = (event: string, isChosen: boolean) =>
		change({ events: isChosen ? [...events, event] : events.filter((each) => each !== event) });
	return (
		<LabelledGroup {...fieldOf(form, 'events', { label: 'Events', isRequired: true })}>
			<div class="choices">
				{offered.map(([event, words]) => (
					<CheckField
						key={event}
						label={words}
						isChecked={events.includes(event)}
						onChange={(isChosen) => choose(event, isChosen)}
					/>
				))}
				{events.includes('schedule.digest') && (
					<CheckField
						label="Scheduled retrains also if all is well"
						isChecked={digests === 'all'}
						onChange={(isAll) => change({ digests: isAll ? 'all' : 'problems' })}
					/>
				)}
			</div>
		</LabelledGroup>
	);
}
