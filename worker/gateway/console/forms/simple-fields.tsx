import { controlAttributes, Labelled, type LabelledProps } from './labelled';

interface TextProps {
	field: LabelledProps;
	value: string;
	onType: (value: string) => void;
	/** Rows of a long text. Default: one line. */
	rows?: number;
	isReadOnly?: boolean;
}

/** A text, which is passed on as it is typed. */
export function TextField({ field, value, onType, rows, isReadOnly = false }: TextProps) {
	const shared = { ...controlAttributes(field), value, readOnly: isReadOnly, autocomplete: 'off' as const };
	return (
		<Labelled {...field}>
			{rows === undefined ? (
				<input {...shared} type="text" onInput={({ currentTarget }) => onType(currentTarget.value)} />
			) : (
				<textarea {...shared} rows={rows} onInput={({ currentTarget }) => onType(currentTarget.value)} />
			)}
		</Labelled>
	);
}

export interface Option {
	value: string;
	text: string;
}

interface SelectProps {
	field: LabelledProps;
	value: string;
	options: readonly Option[];
	onChoose: (value: string) => void;
}

/** One of several. A value that is no longer offered stays an option of its own. */
export function SelectField({ field, value, options, onChoose }: SelectProps) {
	const isKnown = options.some((each) => each.value === value);
	const all = isKnown ? options : [{ value, text: value === '' ? 'Choose' : value }, ...options];
	return (
		<Labelled {...field}>
			<select
				{...controlAttributes(field)}
				value={value}
				onChange={({ currentTarget }) => onChoose(currentTarget.value)}
			>
				{all.map((each) => (
					<option key={each.value} value={each.value}>
						{each.text}
					</option>
				))}
			</select>
		</Labelled>
	);
}

interface CheckProps {
	label: string;
	isChecked: boolean;
	onChange: (isChecked: boolean) => void;
	/** Of radio buttons that belong together. Default: a check box. */
	group?: string;
}

/** A check box or a radio button, with its label beside it. */
export function CheckField({ label, isChecked, onChange, group }: CheckProps) {
	return (
		<label class="box">
			<input
				type={group === undefined ? 'checkbox' : 'radio'}
				name={group}
				checked={isChecked}
				onChange={({ currentTarget }) => onChange(currentTarget.checked)}
			/>
			{label}
		</label>
	);
}
