import type { Device } from '@parley/contract/objects/personal.ts';
import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';

export function applyDevice(state: State, event: EventOf<'device'>): State {
  return state.devices === undefined ? state : { ...state, devices: after(state.devices, event) };
}

type Devices = Record<string, Device>;

const UNKNOWN: Device = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
};

function after(devices: Devices, event: EventOf<'device'>): Devices {
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
}

function defined(changes: { [K in keyof Device]?: Device[K] | undefined }): Partial<Device> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
