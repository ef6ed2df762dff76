import { ZONES, zoneNamed } from '../../words/zones';
import type { PlainProps } from './plain-controls';

/** A time zone. A part of a name is enough if it can mean only one. What is typed replaces the zone in the field. */
export function ZoneControl({ attributes, typed, onType }: PlainProps) {
	const list = `${attributes.id}-zones`;
	return (
		<>
			<input
				{...attributes}
				type="text"
				list={list}
				autocomplete="off"
				value={typed}
				onFocus={({ currentTarget }) => currentTarget.select()}
				onInput={({ currentTarget }) => onType(currentTarget.value)}
				onChange={({ currentTarget }) => onType(zoneNamed(currentTarget.value))}
			/>
			<datalist id={list}>
				{ZONES.map((name) => (
					<option key={name} value={name} />
				))}
			</datalist>
		</>
	);
}
