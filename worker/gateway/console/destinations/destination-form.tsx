import { useSignal } from '@preact/signals';
import { createDestination, readDestination, saveDestination } from '../api/client';
import { GatewayError } from '../api/gateway-error';
import { Drafts } from '../api/drafts';
import type { DestinationType, StoredDestination } from '../api/types';
import { useAllowedHosts } from '../forms/allowed-hosts';
import { TextControl } from '../forms/controls/plain-controls';
import { FormFrame } from '../forms/form-frame';
import { Labelled } from '../forms/labelled';
import { RestoredNotice } from '../forms/restored-notice';
import { fieldOf, type Form, useForm, type ValueDrafts } from '../forms/use-form';
import { closePanel } from '../parts/panel';
import { useSay } from '../parts/notices';
import { FieldControl } from '../forms/field-control';
import { problemsAt } from '../forms/problems';
import { FieldsChoice } from './fields-choice';
import {
	chosenIn,
	inputIn,
	type Setting,
	settingsOf,
	settingWords,
	typedIn,
	type Values,
	valuesOf,
} from './settings-form';

/** By the type, and the name of the destination. No name: of a new one. */
export const destinationDrafts: ValueDrafts<Values> = new Drafts();

export interface DestinationFormProps {
	type: DestinationType;
	/** Null: a new one. */
	stored: StoredDestination | null;
	/** @param secret of a new destination, else null */
	onSaved: (secret: string | null) => void;
}

const UNKNOWN_OUTCOME = 'Whether it was saved is unknown. Press the button again: it is saved only once.';

/** Name and settings of a destination, as its type has them. */
export function DestinationForm({ type, stored, onSaved }: DestinationFormProps) {
	const say = useSay();
	const settings = settingsOf(type);
	/** What somebody else saved while the form was open. */
	const theirs = useSignal<StoredDestination | null>(null);
	const latest = newestOf(stored, theirs.value);
	const form = useForm<Values>({
		initial: () => valuesOf(settings, stored),
		place: { drafts: destinationDrafts, form: draftOf(type.type, stored?.name ?? '') },
		check: (values) => [
			...(values.name.trim() === '' ? [{ path: 'name', message: 'is missing' }] : []),
			...inputIn(settings, values).problems,
		],
		async send(values, key) {
			const name = values.name.trim();
			const body = { type: type.type, ...inputIn(settings, values).input };
			if (latest === null) {
				const { secret } = await createDestination({ name, ...body }, key);
				say(`${name} was created. Lead syncs can name it now.`);
				onSaved(secret);
				return;
			}
			try {
				await saveDestination(values.name, { ...body, version: latest.version, key });
				onSaved(null);
				closePanel();
			} catch (error) {
				if (error instanceof GatewayError && error.status === 412) theirs.value = await readDestination(values.name);
				throw error;
			}
		},
		unknownOutcome: UNKNOWN_OUTCOME,
	});
	const { values, initial, change } = form;
	return (
		<FormFrame name={capitalised(type.title)} refusals={form.refusals} submit={form.submit} touch={form.touch}>
			<RestoredNotice {...form} />
			{latest !== null && !hasSettings(settings, latest, initial) && <Theirs stored={latest} settings={settings} />}
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
			{settings.map((setting) => (
				<SettingControl
					key={setting.is === 'plain' ? setting.field.name : setting.name}
					setting={setting}
					settings={settings}
					form={form}
				/>
			))}
			<div class="buttons">
				<button type="submit" class="main" aria-busy={form.isBusy ? 'true' : undefined}>
					{stored === null ? `Create the ${type.title}` : 'Save'}
				</button>
			</div>
		</FormFrame>
	);
}

/** The place of a draft. @param name empty: a new one */
export function draftOf(type: string, name: string): string {
	return `${type} ${name}`;
}

export function capitalised(title: string): string {
	return title.charAt(0).toUpperCase() + title.slice(1);
}

interface SettingControlProps {
	setting: Setting;
	settings: readonly Setting[];
	form: Form<Values>;
}

function SettingControl({ setting, settings, form }: SettingControlProps) {
	const hosts = useAllowedHosts();
	const { values, change, refusals } = form;
	if (setting.is === 'sources') {
		const { name, label, help } = setting;
		return (
			<FieldsChoice
				field={fieldOf<Values>(form, name, { label, help })}
				value={chosenIn(values, name)}
				onChange={(chosen) => change({ [name]: chosen })}
			/>
		);
	}
	const { field, isReceiver } = setting;
	if (field.kind.is === 'rows') throw new Error(`The form of a destination has no rows, such as ${field.name}.`);
	const typed = typedIn(settings, values);
	return (
		<FieldControl
			field={{ ...field, kind: field.kind, ...(isReceiver ? { help: `${field.help}. ${hosts}` } : {}) }}
			id={`field-${field.name}`}
			form={typed}
			root={typed}
			problems={problemsAt(refusals.problems, field.name)}
			siblings={[]}
			onType={(name, changed) => change({ [name]: changed })}
		/>
	);
}

function newestOf(one: StoredDestination | null, other: StoredDestination | null): StoredDestination | null {
	return (other?.version ?? 0) > (one?.version ?? 0) ? other : one;
}

/** Whether the settings are those that the form began with. */
function hasSettings(settings: readonly Setting[], stored: StoredDestination, initial: Values): boolean {
	return JSON.stringify(valuesOf(settings, stored)) === JSON.stringify(initial);
}

/** What somebody else saved, beside what stands in the form. */
function Theirs({ stored, settings }: { stored: StoredDestination; settings: readonly Setting[] }) {
	return (
		<div class="note attention">
			<p>
				<strong>{`Saved by ${stored.changedBy} meanwhile:`}</strong>
			</p>
			{settingWords(settings, stored).map((words, index) => (
				<p key={index}>{words}</p>
			))}
			<p>Your form is unchanged. If you save it, it replaces these settings.</p>
		</div>
	);
}
