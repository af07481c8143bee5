/**
 * Every security of the demo: exchange, symbol, English and Vietnamese name, industry, kind of company, million
 * shares, reference of the first day (VND), loading on the market's return, daily deviation of the rest, free float,
 * yearly cash dividend as a share of the price, stock dividend of every second year.
 *
 * All symbols begin with Z, so that they are not taken for real ones.
 */
export const TABLE = `
HOSE  | ZBA | Demo Red River Bank                | Ngân hàng TMCP Sông Hồng Demo  | 21101010 | bank       | 3200 | 27600  | 1.1  | 0.011 | 0.3  | 0.02  | 0.1
HOSE  | ZBB | Demo Highlands Bank                | Ngân hàng TMCP Cao Nguyên Demo | 21101010 | bank       | 2100 | 21450  | 1.2  | 0.013 | 0.65 | 0.03  | 0
HOSE  | ZBC | Demo Seaside Bank                  | Ngân hàng TMCP Ven Biển Demo   | 21101010 | bank       | 1450 | 17800  | 1.15 | 0.014 | 0.8  | 0     | 0.12
HOSE  | ZDA | Demo Dairy JSC                     | CTCP Sữa Demo                  | 11101010 | ordinary   | 1600 | 68900  | 0.6  | 0.009 | 0.4  | 0.045 | 0
HOSE  | ZHO | Demo Housing Group                 | Tập đoàn Nhà ở Demo            | 31101010 | ordinary   | 2900 | 48200  | 1.25 | 0.015 | 0.3  | 0     | 0
HOSE  | ZHB | Demo Garden City JSC               | CTCP Đô thị Vườn Demo          | 31101010 | ordinary   | 620  | 22650  | 1.4  | 0.02  | 0.7  | 0.02  | 0.08
HOSE  | ZIP | Demo Industrial Park JSC           | CTCP Khu công nghiệp Demo      | 31101020 | ordinary   | 410  | 34300  | 1.2  | 0.018 | 0.55 | 0.03  | 0
HOSE  | ZST | Demo Steel Group                   | Tập đoàn Thép Demo             | 51101010 | ordinary   | 4100 | 18350  | 1.3  | 0.015 | 0.55 | 0.02  | 0
HOSE  | ZSE | Demo Coil Steel JSC                | CTCP Tôn Thép Demo             | 51101010 | ordinary   | 520  | 11900  | 1.45 | 0.02  | 0.8  | 0     | 0.05
HOSE  | ZIT | Demo Software Corporation          | CTCP Phần mềm Demo             | 61101010 | ordinary   | 1080 | 76800  | 0.95 | 0.013 | 0.85 | 0.025 | 0.15
HOSE  | ZJE | Demo Jewellery JSC                 | CTCP Trang sức Demo            | 71101020 | ordinary   | 240  | 112600 | 0.8  | 0.012 | 0.9  | 0.02  | 0
HOSE  | ZRE | Demo Electronics Stores JSC        | CTCP Điện máy Demo             | 71101010 | ordinary   | 730  | 42000  | 1.2  | 0.018 | 0.75 | 0.02  | 0
HOSE  | ZBE | Demo Brewery Corporation           | Tổng công ty Bia Demo          | 11102010 | ordinary   | 640  | 152000 | 0.55 | 0.01  | 0.15 | 0.03  | 0
HOSE  | ZSU | Demo Sugar JSC                     | CTCP Đường Demo                | 11101020 | ordinary   | 650  | 14250  | 1    | 0.017 | 0.5  | 0.04  | 0.06
HOSE  | ZFI | Demo Seafood JSC                   | CTCP Thủy sản Demo             | 11201010 | ordinary   | 185  | 69500  | 1    | 0.018 | 0.5  | 0.03  | 0
HOSE  | ZPO | Demo Sea Port JSC                  | CTCP Cảng biển Demo            | 51201010 | ordinary   | 300  | 45150  | 0.85 | 0.014 | 0.6  | 0.035 | 0
HOSE  | ZAI | Demo Airways JSC                   | CTCP Hàng không Demo           | 51201020 | ordinary   | 540  | 108700 | 0.7  | 0.011 | 0.35 | 0     | 0
HOSE  | ZPW | Demo Hydropower JSC                | CTCP Thủy điện Demo            | 41101010 | ordinary   | 390  | 9640   | 0.6  | 0.012 | 0.45 | 0.06  | 0
HOSE  | ZSA | Demo Prime Securities JSC          | CTCP Chứng khoán Ưu tiên Demo  | 21201010 | securities | 1480 | 18900  | 1.6  | 0.018 | 0.8  | 0.02  | 0
HOSE  | ZIN | Demo General Insurance Corporation | Tổng công ty Bảo hiểm Demo     | 21202010 | insurance  | 740  | 47300  | 0.7  | 0.011 | 0.25 | 0.03  | 0
HOSE  | ZFU | Demo Index Fund                    | Quỹ chỉ số Demo                | 21203010 | fund       | 95   | 17400  | 1    | 0.004 | 1    | 0     | 0
HNX   | ZSB | Demo Capital Securities JSC        | CTCP Chứng khoán Thủ đô Demo   | 21201010 | securities | 810  | 9800   | 1.6  | 0.02  | 0.85 | 0     | 0.08
HNX   | ZGA | Demo Petrol Distribution JSC       | CTCP Xăng dầu Demo             | 41201010 | ordinary   | 470  | 31500  | 1.2  | 0.017 | 0.5  | 0.025 | 0
HNX   | ZCE | Demo Cement JSC                    | CTCP Xi măng Demo              | 31201020 | ordinary   | 120  | 14600  | 0.9  | 0.016 | 0.4  | 0.05  | 0
HNX   | ZFE | Demo Fertiliser JSC                | CTCP Phân bón Demo             | 51102010 | ordinary   | 210  | 24700  | 1.05 | 0.017 | 0.55 | 0.05  | 0
HNX   | ZCO | Demo Contractors JSC               | CTCP Xây lắp Demo              | 31201010 | ordinary   | 85   | 7300   | 1.3  | 0.026 | 0.7  | 0     | 0
HNX   | ZLO | Demo Inland Port JSC               | CTCP Cảng cạn Demo             | 51201010 | ordinary   | 95   | 38200  | 0.7  | 0.014 | 0.45 | 0.04  | 0
HNX   | ZME | Demo Medicine JSC                  | CTCP Dược Demo                 | 71201010 | ordinary   | 130  | 52400  | 0.5  | 0.012 | 0.5  | 0.03  | 0.1
HNX   | ZSO | Demo Solar Power JSC               | CTCP Điện mặt trời Demo        | 41101020 | ordinary   | 330  | 12100  | 1.1  | 0.02  | 0.6  | 0     | 0.05
HNX   | ZPR | Demo Northern Parks JSC            | CTCP Khu công nghiệp Bắc Demo  | 31101020 | ordinary   | 160  | 41900  | 1.1  | 0.017 | 0.5  | 0.03  | 0
UPCOM | ZTE | Demo Telecom Networks JSC          | CTCP Hạ tầng Viễn thông Demo   | 61201010 | ordinary   | 1150 | 26900  | 0.9  | 0.016 | 0.2  | 0.02  | 0
UPCOM | ZVC | Demo Coastal Bank                  | Ngân hàng TMCP Duyên Hải Demo  | 21101010 | bank       | 780  | 10400  | 1    | 0.017 | 0.8  | 0     | 0.1
UPCOM | ZAP | Demo Airport Services JSC          | CTCP Dịch vụ Sân bay Demo      | 51201020 | ordinary   | 900  | 84300  | 0.8  | 0.013 | 0.1  | 0.01  | 0
UPCOM | ZRU | Demo Rubber JSC                    | CTCP Cao su Demo               | 11201020 | ordinary   | 140  | 19700  | 0.8  | 0.018 | 0.3  | 0.05  | 0
UPCOM | ZWA | Demo Mineral Water JSC             | CTCP Nước khoáng Demo          | 11102010 | ordinary   | 30   | 33800  | 0.4  | 0.02  | 0.25 | 0.05  | 0
UPCOM | ZBR | Demo Bridge Building JSC           | CTCP Cầu đường Demo            | 31201010 | ordinary   | 24   | 8900   | 0.7  | 0.026 | 0.4  | 0     | 0
UPCOM | ZHE | Demo Herbal Medicine JSC           | CTCP Dược liệu Demo            | 71201010 | ordinary   | 18   | 28600  | 0.4  | 0.022 | 0.3  | 0.04  | 0
`;
