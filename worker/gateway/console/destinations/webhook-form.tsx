import { useSignal } from '@preact/signals';
import { createDestination, readDestination, saveDestination } from '../api/client';
import { GatewayError } from '../api/gateway-error';
import { Drafts } from '../api/drafts';
import type { StoredDestination } from '../api/types';
import { useAllowedHosts } from '../forms/allowed-hosts';
import { TextControl } from '../forms/controls/plain-controls';
import { FormFrame } from '../forms/form-frame';
import { Labelled } from '../forms/labelled';
import { RestoredNotice } from '../forms/restored-notice';
import { fieldOf, useForm, type ValueDrafts } from '../forms/use-form';
import { closePanel } from '../parts/panel';
import { useSay } from '../parts/notices';
import { sourceWords } from '../words/sources';
import { type ChosenFields, chosenOf, fieldsOf } from './chosen-fields';
import { FieldsChoice } from './fields-choice';

interface Values {
	name: string;
	url: string;
	fields: ChosenFields;
}

/** By the name of the destination. Empty: of a new one. */
export const webhookDrafts: ValueDrafts<Values> = new Drafts();

export interface WebhookFormProps {
	/** Null: a new one. */
	stored: StoredDestination | null;
	/** @param secret of a new destination, else null */
	onSaved: (secret: string | null) => void;
}

const UNKNOWN_OUTCOME = 'Whether it was saved is unknown. Press the button again: it is saved only once.';

/** Name, address and fields of a webhook destination. */
export function WebhookForm({ stored, onSaved }: WebhookFormProps) {
	const say = useSay();
	/** What somebody else saved while the form was open. */
	const theirs = useSignal<StoredDestination | null>(null);
	const latest = newestOf(stored, theirs.value);
	const form = useForm<Values>({
		initial: () => ({ name: stored?.name ?? '', url: stored?.url ?? '', fields: chosenOf(stored?.fields ?? null) }),
		place: { drafts: webhookDrafts, form: stored?.name ?? '' },
		check: problemsOf,
		async send({ name, url, fields }, key) {
			const settings = { url: url.trim(), fields: fieldsOf(fields) };
			if (latest === null) {
				const { secret } = await createDestination({ name: name.trim(), ...settings }, key);
				say(`${name.trim()} was created. Lead syncs can name it now.`);
				onSaved(secret);
				return;
			}
			try {
				await saveDestination(name, { version: latest.version, key, ...settings });
				onSaved(null);
				closePanel();
			} catch (error) {
				if (error instanceof GatewayError && error.status === 412) theirs.value = await readDestination(name);
				throw error;
			}
		},
		unknownOutcome: UNKNOWN_OUTCOME,
	});
	const { values, initial, change } = form;
	const hosts = useAllowedHosts();
	return (
		<FormFrame name="Webhook" refusals={form.refusals} submit={form.submit} touch={form.touch}>
			<RestoredNotice {...form} />
			{latest !== null && !hasSettings(latest, initial) && <Theirs stored={latest} />}
			<Labelled
				{...fieldOf(form, 'name', {
					label: 'Name',
					help: stored === null ? 'Lead syncs use it: letters, digits, - and _' : 'The name cannot change',
					isRequired: true,
				})}
			>
				{(attributes) => (
					<TextControl
						attributes={attributes}
						isReadOnly={stored !== null}
						typed={values.name}
						onType={(name) => change({ name })}
					/>
				)}
			</Labelled>
			<Labelled
				{...fieldOf(form, 'url', {
					label: 'Address',
					help: `Gets each lead by POST. ${hosts}`,
					isRequired: true,
				})}
			>
				{(attributes) => <TextControl attributes={attributes} typed={values.url} onType={(url) => change({ url })} />}
			</Labelled>
			<FieldsChoice
				field={fieldOf(form, 'fields', {
					label: 'What it gets',
					help: 'The name of the connection and the ID of the lead are always sent',
				})}
				value={values.fields}
				onChange={(fields) => change({ fields })}
			/>
			<div class="buttons">
				<button type="submit" class="main" aria-busy={form.isBusy ? 'true' : undefined}>
					{stored === null ? 'Create the webhook' : 'Save'}
				</button>
			</div>
		</FormFrame>
	);
}

function newestOf(one: StoredDestination | null, other: StoredDestination | null): StoredDestination | null {
	return (other?.version ?? 0) > (one?.version ?? 0) ? other : one;
}

/** Whether the settings are those that the form began with. */
function hasSettings({ url, fields }: StoredDestination, initial: Values): boolean {
	return url === initial.url && JSON.stringify(chosenOf(fields)) === JSON.stringify(initial.fields);
}

/** What somebody else saved, beside what stands in the form. */
function Theirs({ stored: { changedBy, url, fields } }: { stored: StoredDestination }) {
	return (
		<div class="note attention">
			<p>
				<strong>{`Saved by ${changedBy} meanwhile:`}</strong>
			</p>
			<p>{url}</p>
			<p>{fields === null ? 'Everything' : fields.map(sourceWords).join('; ')}</p>
			<p>Your form is unchanged. If you save it, it replaces these settings.</p>
		</div>
	);
}

function problemsOf({ name, url, fields }: Values) {
	const chosen = fieldsOf(fields);
	return [
		...(name.trim() === '' ? [{ path: 'name', message: 'is missing' }] : []),
		...(url.trim() === '' ? [{ path: 'url', message: 'is missing' }] : []),
		...(chosen?.length === 0 ? [{ path: 'fields', message: 'names nothing. Choose at least one field' }] : []),
	];
}
