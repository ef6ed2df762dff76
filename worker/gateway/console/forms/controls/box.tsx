import type { ControlAttributes } from '../labelled';

export interface BoxProps {
	label: string;
	isChecked: boolean;
	onChange: (isChecked: boolean) => void;
	/** Of radio buttons that belong together. Default: a check box. */
	group?: string;
	/** Of a box that is a field of its own. */
	attributes?: Partial<ControlAttributes>;
}

/** A check box or a radio button, with its label beside it. */
export function Box({ label, isChecked, onChange, group, attributes }: BoxProps) {
	return (
		<label class="box">
			<input
				{...attributes}
				type={group === undefined ? 'checkbox' : 'radio'}
				name={group}
				checked={isChecked}
				onChange={({ currentTarget }) => onChange(currentTarget.checked)}
			/>
			{label}
		</label>
	);
}
