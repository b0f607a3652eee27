type Unit = { readonly names: readonly string[]; readonly factor: number; readonly offset?: number };

/** Units that convert into each other: a value in the base unit is `value × factor + offset`. */
export type Quantity = { readonly name: string; readonly units: readonly Unit[] };

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
const KELVIN_AT_ZERO_CELSIUS = 273.15;
const FAHRENHEIT_STEP = 5 / 9;

/** The first name of a unit is shown. Letter case does not count. */
export const QUANTITIES: readonly Quantity[] = [
  {
    name: 'length',
    units: [
      { names: ['mm', 'millimeter', 'millimetre'], factor: 0.001 },
      { names: ['cm', 'centimeter', 'centimetre'], factor: 0.01 },
      { names: ['m', 'meter', 'metre'], factor: 1 },
      { names: ['km', 'kilometer', 'kilometre'], factor: 1_000 },
      { names: ['in', 'inch', 'inches'], factor: 0.0254 },
      { names: ['ft', 'foot', 'feet'], factor: 0.3048 },
      { names: ['yd', 'yard'], factor: 0.9144 },
      { names: ['mi', 'mile'], factor: 1_609.344 },
      { names: ['nmi'], factor: 1_852 },
    ],
  },
  {
    name: 'mass',
    units: [
      { names: ['mg', 'milligram'], factor: 0.000_001 },
      { names: ['g', 'gram'], factor: 0.001 },
      { names: ['kg', 'kilogram'], factor: 1 },
      { names: ['t', 'tonne'], factor: 1_000 },
      { names: ['oz', 'ounce'], factor: 0.028_349_523_125 },
      { names: ['lb', 'pound'], factor: 0.453_592_37 },
    ],
  },
  {
    name: 'temperature',
    units: [
      { names: ['K', 'kelvin'], factor: 1 },
      { names: ['°C', 'C', 'celsius'], factor: 1, offset: KELVIN_AT_ZERO_CELSIUS },
      {
        names: ['°F', 'F', 'fahrenheit'],
        factor: FAHRENHEIT_STEP,
        offset: KELVIN_AT_ZERO_CELSIUS - 32 * FAHRENHEIT_STEP,
      },
    ],
  },
  {
    name: 'time',
    units: [
      { names: ['ms', 'millisecond'], factor: 0.001 },
      { names: ['s', 'second'], factor: 1 },
      { names: ['min', 'minute'], factor: MINUTE },
      { names: ['h', 'hour'], factor: HOUR },
      { names: ['d', 'day'], factor: DAY },
      { names: ['week'], factor: 7 * DAY },
    ],
  },
  {
    name: 'speed',
    units: [
      { names: ['m/s'], factor: 1 },
      { names: ['km/h', 'kmh'], factor: 1_000 / HOUR },
      { names: ['mph'], factor: 1_609.344 / HOUR },
      { names: ['kn', 'knot'], factor: 1_852 / HOUR },
    ],
  },
  {
    name: 'volume',
    units: [
      { names: ['ml', 'milliliter', 'millilitre'], factor: 0.001 },
      { names: ['cl', 'centiliter', 'centilitre'], factor: 0.01 },
      { names: ['l', 'liter', 'litre'], factor: 1 },
      { names: ['m3', 'm³'], factor: 1_000 },
      { names: ['gal', 'gallon'], factor: 3.785_411_784 },
      { names: ['pt', 'pint'], factor: 0.473_176_473 },
    ],
  },
  {
    name: 'area',
    units: [
      { names: ['cm2', 'cm²'], factor: 0.0001 },
      { names: ['m2', 'm²'], factor: 1 },
      { names: ['ha', 'hectare'], factor: 10_000 },
      { names: ['km2', 'km²'], factor: 1_000_000 },
      { names: ['ft2', 'ft²'], factor: 0.092_903_04 },
      { names: ['acre'], factor: 4_046.856_422_4 },
    ],
  },
  {
    name: 'data',
    units: [
      { names: ['bit'], factor: 0.125 },
      { names: ['B', 'byte'], factor: 1 },
      { names: ['kB', 'kilobyte'], factor: 1e3 },
      { names: ['MB', 'megabyte'], factor: 1e6 },
      { names: ['GB', 'gigabyte'], factor: 1e9 },
      { names: ['TB', 'terabyte'], factor: 1e12 },
      { names: ['KiB', 'kibibyte'], factor: 2 ** 10 },
      { names: ['MiB', 'mebibyte'], factor: 2 ** 20 },
      { names: ['GiB', 'gibibyte'], factor: 2 ** 30 },
      { names: ['TiB', 'tebibyte'], factor: 2 ** 40 },
    ],
  },
];
