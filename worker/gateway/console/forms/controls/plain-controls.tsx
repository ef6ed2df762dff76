import type { TargetedEvent } from 'preact';
import { partsOf, typedDuration, UNITS } from '../duration';
import { INCOMPLETE_DATE } from '../field';
import type { ControlAttributes } from '../labelled';

/** A control of one value. Every change is passed on as it was typed, so that nothing is lost. */
export interface PlainProps {
	attributes: ControlAttributes;
	typed: string;
	onType: (typed: string) => void;
}

/** Rows of a long text, and of a list. */
const LONG_ROWS = 6;
const LIST_ROWS = 3;

export function TextControl({ attributes, typed, onType, isReadOnly = false }: PlainProps & { isReadOnly?: boolean }) {
	return (
		<input
			{...attributes}
			type="text"
			autocomplete="off"
			readOnly={isReadOnly}
			value={typed}
			onInput={({ currentTarget }) => onType(currentTarget.value)}
		/>
	);
}

export function LongTextControl({ attributes, typed, onType, isList = false }: PlainProps & { isList?: boolean }) {
	return (
		<textarea
			{...attributes}
			autocomplete="off"
			rows={isList ? LIST_ROWS : LONG_ROWS}
			value={typed}
			onInput={({ currentTarget }) => onType(currentTarget.value)}
		/>
	);
}

/** Takes any text, because a browser's control of a number does not pass on what is no number. */
function AmountInput({ attributes, typed, onType }: PlainProps) {
	return (
		<input
			{...attributes}
			type="text"
			inputMode="numeric"
			autocomplete="off"
			value={typed}
			onInput={({ currentTarget }) => onType(currentTarget.value)}
		/>
	);
}

/** A number, with its unit beside it. */
export function NumberControl({ attributes, typed, onType, unit }: PlainProps & { unit: string | null }) {
	return (
		<div class="amount">
			<AmountInput attributes={attributes} typed={typed} onType={onType} />
			{unit !== null && <span>{unit}</span>}
		</div>
	);
}

/** A number of seconds, in the unit that fits best. @param label of the field, which names the unit's control too */
export function DurationControl({ attributes, typed, onType, label }: PlainProps & { label: string }) {
	const parts = partsOf(typed);
	return (
		<div class="amount">
			<AmountInput
				attributes={attributes}
				typed={parts.amount}
				onType={(amount) => onType(typedDuration({ ...parts, amount }))}
			/>
			<select
				aria-label={`${label}: unit`}
				value={parts.unit}
				onChange={({ currentTarget }) => onType(typedDuration({ ...parts, unit: currentTarget.value }))}
			>
				{UNITS.map(([name]) => (
					<option key={name} value={name}>
						{name}
					</option>
				))}
			</select>
		</div>
	);
}

/** A day. A part of a date has no value in browsers, so each key and each change is looked at. */
export function DateControl({ attributes, typed, onType }: PlainProps) {
	const look = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => {
		const now = currentTarget.validity.badInput ? INCOMPLETE_DATE : currentTarget.value;
		if (now !== typed) onType(now);
	};
	return (
		<input
			{...attributes}
			type="date"
			// A value would clear the part that stands in the field.
			value={typed === INCOMPLETE_DATE ? undefined : typed}
			onInput={look}
			onKeyUp={look}
			onBlur={look}
		/>
	);
}

export interface ChoiceProps extends PlainProps {
	options: ReadonlyArray<readonly [value: string, words: string]>;
	/** The words for no value. Null: one has to be chosen, and one is. */
	none: string | null;
}

export function ChoiceControl({ attributes, typed, onType, options, none }: ChoiceProps) {
	// A value that is no option any longer stays what it is until somebody chooses another.
	const isKnown = typed === '' || options.some(([value]) => value === typed);
	const all = [
		...(none === null && typed !== '' ? [] : [['', none ?? 'Choose'] as const]),
		...options,
		...(isKnown ? [] : [[typed, `${typed} (not in the list)`] as const]),
	];
	return (
		<select {...attributes} value={typed} onChange={({ currentTarget }) => onType(currentTarget.value)}>
			{all.map(([value, words]) => (
				<option key={value} value={value}>
					{words}
				</option>
			))}
		</select>
	);
}
