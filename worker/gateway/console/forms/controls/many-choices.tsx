import type { Choice } from '../choices';
import { itemsIn } from '../field';
import { Box } from './box';

export interface ManyChoicesProps {
	/** Of the group. */
	id: string;
	items: readonly Choice[];
	/** The chosen values, one a line. */
	typed: string;
	onType: (typed: string) => void;
}

/** Several items of a list of the gateway, as boxes to tick. A value that the list lacks keeps a box of its own. */
export function ManyChoices({ id, items, typed, onType }: ManyChoicesProps) {
	const chosen = itemsIn(typed);
	const others = chosen.filter((value) => !items.some((item) => item.value === value));
	const all = [...items, ...others.map((value) => ({ value, words: `${value} (not in the list)` }))];
	const tick = (value: string, isOn: boolean) =>
		onType((isOn ? [...chosen, value] : chosen.filter((each) => each !== value)).join('\n'));
	if (all.length === 0) return <p class="soft">The list is empty.</p>;
	return (
		<div class="boxes">
			{all.map(({ value, words }, index) => (
				<Box
					key={value}
					attributes={{ id: `${id}-${index}` }}
					label={words}
					isChecked={chosen.includes(value)}
					onChange={(isOn) => tick(value, isOn)}
				/>
			))}
		</div>
	);
}
