import type { Device } from '@parley/contract/objects/personal.ts';
import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';

export const applyDevice = (state: State, event: EventOf<'device'>): State =>
  state.devices === undefined ? state : { ...state, devices: after(state.devices, event) };

type Devices = Record<string, Device>;

const UNKNOWN: Device = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
};

const after = (devices: Devices, event: EventOf<'device'>): Devices => {
  const key = String(event.device_id);
  switch (event.op) {
    case 'add':
      return { ...devices, [key]: UNKNOWN };
    case 'update': {
      const { id: _id, type: _type, op: _op, device_id: _device, ...changes } = event;
      return { ...devices, [key]: { ...UNKNOWN, ...devices[key], ...defined(changes) } };
    }
    case 'remove':
      return Object.fromEntries(Object.entries(devices).filter(([id]) => id !== key));
    default:
      event satisfies never;
      return devices;
  }
};

const defined = (changes: { [K in keyof Device]?: Device[K] | undefined }): Partial<Device> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
