import { useSignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { readDestination, rotateDestination } from '../api/client';
import { messageOf } from '../api/live';
import type { DestinationType, StoredDestination } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { openIdOf, openPanel, Panel } from '../parts/panel';
import { confirmed } from '../parts/question';
import { SecretBox } from '../parts/secret-box';
import { At } from '../parts/times';
import { capitalised, DestinationForm, destinationDrafts, draftOf } from './destination-form';

const SIGNED = 'The receiver checks with it that a lead comes from here (Standard Webhooks).';

/** @param name empty: a new one */
export function openDestinationForm(type: string, name: string): void {
	openPanel(type, name);
}

/** The form of a destination, and its secret when there is a new one. The page's address names its type. */
export function DestinationPanel({ type }: { type: DestinationType }) {
	const name = openIdOf(type.type);
	return name === null ? null : <OpenDestination key={name} type={type} name={name} />;
}

function OpenDestination({ type, name }: { type: DestinationType; name: string }) {
	const draft = draftOf(type.type, name);
	const isNew = name === '';
	const secret = useSignal<string | null>(null);
	const mayClose = async () => {
		if (secret.value !== null) return confirmed('Close the window? The secret is not shown again.', 'Close');
		if (!destinationDrafts.has(draft)) return true;
		const isLost = await confirmed('Close the window? What you typed is lost.', 'Discard it');
		if (isLost) destinationDrafts.drop(draft);
		return isLost;
	};
	const saved = (made: string | null) => {
		secret.value = made;
	};
	return (
		<Panel
			name={type.type}
			id={name}
			title={isNew ? `New ${type.title}` : `${capitalised(type.title)} ${name}`}
			mayClose={mayClose}
		>
			{secret.value !== null && <SecretBox secret={secret.value}>{SIGNED}</SecretBox>}
			{isNew && secret.value === null && <DestinationForm type={type} stored={null} onSaved={saved} />}
			{!isNew && <Edit type={type} name={name} onSaved={saved} />}
		</Panel>
	);
}

interface EditProps {
	type: DestinationType;
	name: string;
	/** @param secret a new one, or null */
	onSaved: (secret: string | null) => void;
}

/** The settings are read once: a later read would change what somebody edits. */
function Edit({ type, name, onSaved }: EditProps) {
	const [stored, setStored] = useState<StoredDestination | null>(null);
	const [trouble, setTrouble] = useState('');
	const read = async () => {
		try {
			setStored(await readDestination(name));
			setTrouble('');
		} catch (error) {
			setTrouble(messageOf(error));
		}
	};
	useEffect(() => void read(), [name]);
	if (stored === null)
		return trouble === '' ? (
			<p class="soft">Loading…</p>
		) : (
			<p class="note bad" role="alert">
				{trouble}
			</p>
		);
	const rotate = async () => {
		const question = `Make a new secret for ${name}? For a day, leads are signed with both. Then only the new one is valid.`;
		if (!(await confirmed(question, 'Make a new secret'))) return undefined;
		const rotated = await rotateDestination(name);
		onSaved(rotated.secret);
		await read();
		return undefined;
	};
	const { changedBy, updatedAt, previousSecretUntil } = stored;
	return (
		<>
			<p class="soft">
				Changed by {changedBy}, <At at={updatedAt} />.
				{previousSecretUntil !== null && (
					<>
						{' The previous secret is valid until '}
						<At at={previousSecretUntil} />.
					</>
				)}
			</p>
			<DestinationForm type={type} stored={stored} onSaved={() => onSaved(null)} />
			<h3>Secret</h3>
			<p>The gateway keeps the secret and does not show it again. If it has leaked, make a new one.</p>
			<div class="buttons">
				<ActionButton label="Make a new secret" act={rotate} />
			</div>
		</>
	);
}
