import { useEffect } from 'preact/hooks';
import type { Choices } from '../choices';
import { ChoiceControl, type PlainProps, TextControl } from './plain-controls';

export interface ListChoiceProps extends PlainProps {
	choices: Choices;
}

/** One item of a list of the gateway. Where the list cannot be read, or is longer than it shows, anything can be typed. */
export function ListChoice({ choices, ...control }: ListChoiceProps) {
	const { attributes, typed, onType } = control;
	const only =
		choices.state === 'read' && choices.isComplete && choices.items.length === 1 ? choices.items[0] : undefined;
	useEffect(() => {
		// Where there is only one, nobody has to choose it.
		if (attributes.required && only !== undefined && typed === '') onType(only.value);
	}, [only?.value]);
	if (choices.state === 'read' && choices.isComplete) {
		const options = choices.items.map(({ value, words }) => [value, words] as const);
		const none = attributes.required ? null : 'None';
		return <ChoiceControl {...control} options={options} none={options.length === 0 ? 'The list is empty' : none} />;
	}
	if (choices.state === 'read') return <TextOfLongList {...control} choices={choices} />;
	if (choices.state === 'unreadable')
		return (
			<>
				<TextControl {...control} />
				<p class="soft">{`The list cannot be read, so enter the id. ${choices.why}`}</p>
			</>
		);
	const known = typed === '' ? [] : [[typed, typed] as const];
	return <ChoiceControl {...control} options={known} none={choices.state === 'waiting' ? choices.until : 'Loading…'} />;
}

function TextOfLongList({
	choices,
	attributes,
	...control
}: PlainProps & { choices: Extract<Choices, { state: 'read' }> }) {
	const list = `${attributes.id}-list`;
	return (
		<>
			<input
				{...attributes}
				type="text"
				list={list}
				autocomplete="off"
				value={control.typed}
				onInput={({ currentTarget }) => control.onType(currentTarget.value)}
			/>
			<datalist id={list}>
				{choices.items.map(({ value, words }) => (
					<option key={value} value={value}>
						{words}
					</option>
				))}
			</datalist>
			<p class="soft">The list shows the first {choices.items.length}. Enter the id of another one.</p>
		</>
	);
}
